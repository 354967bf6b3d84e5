// Resolves imports such as "icon:fluent-emoji-flat/palm-tree", so that only the icons in use are bundled.
import { createRequire } from "node:module";
import type { Plugin } from "vite";

interface IconSet {
  icons: Record<string, { body: string; width?: number; height?: number }>;
  width?: number;
  height?: number;
}

const PREFIX = "icon:";
const require = createRequire(import.meta.url);

export default function icons(): Plugin {
  return {
    name: "tablee-icons",
    enforce: "pre",
    resolveId: (source) => (source.startsWith(PREFIX) ? "\0" + source : null),
    load: (id) => (id.startsWith("\0" + PREFIX) ? iconModule(id.slice(PREFIX.length + 1)) : null),
  };
}

function iconModule(name: string): string {
  const [set = "", icon = ""] = name.split("/");
  const data = require(`@iconify-json/${set}/icons.json`) as IconSet;
  const found = data.icons[icon];
  if (!found) throw new Error(`no icon ${icon} in ${set}`);
  const size = [found.width ?? data.width ?? 16, found.height ?? data.height ?? 16];
  return `export default ${JSON.stringify({ box: `0 0 ${size.join(" ")}`, body: found.body })};`;
}
