/** An icon of an Iconify set, loaded by plugins/icons.ts: its view box and its SVG content. */
declare module "icon:*" {
  const icon: { box: string; body: string };
  export default icon;
}

declare module "*.md" {
  const html: string;
  export default html;
}

declare module "@fontsource-variable/*";
