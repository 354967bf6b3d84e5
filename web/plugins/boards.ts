// Boards live in the folders of their games, outside web/. This plugin resolves the packages they import from web/.
import type { Plugin } from "vite";

export default function boards(web: string): Plugin {
  return {
    name: "tablee-boards",
    enforce: "pre",
    resolveId(source, importer, options) {
      const isPackage = /^[a-z@]/.test(source) && !source.includes(":");
      if (!isPackage || !importer || importer.startsWith(web)) return null;
      return this.resolve(source, `${web}/src/main.ts`, { ...options, skipSelf: true });
    },
  };
}
