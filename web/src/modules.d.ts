/** A picture from an open icon set. */
declare module "icon:*" {
  const icon: { box: string; body: string };
  export default icon;
}

declare module "*.md" {
  const html: string;
  export default html;
}

declare module "@fontsource-variable/*";
