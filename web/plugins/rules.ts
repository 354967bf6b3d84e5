// Rules pages become HTML while the client is built, so that no browser needs a Markdown reader.
import { readFileSync } from "node:fs";
import { marked } from "marked";
import type { Plugin } from "vite";

// A picture of a piece is written ![Palm](piece:palm); the page draws the piece there.
const PIECE = "piece:";

marked.use({
  renderer: {
    image: ({ href, text }) =>
      href.startsWith(PIECE)
        ? `<span class="piece" data-piece="${attribute(href.slice(PIECE.length))}" data-label="${attribute(text)}"></span>`
        : `<img src="${attribute(href)}" alt="${attribute(text)}">`,
  },
});

export default function rules(): Plugin {
  return {
    name: "tablee-rules",
    enforce: "pre",
    load(id) {
      if (!/\/RULES\.\w+\.md$/.test(id)) return null;
      this.addWatchFile(id);
      return `export default ${JSON.stringify(marked.parse(readFileSync(id, "utf-8")))};`;
    },
  };
}

function attribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
