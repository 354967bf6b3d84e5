// Rules pages become HTML while the client is built, so that no browser needs a Markdown reader.
import { readFileSync } from "node:fs";
import { marked } from "marked";
import type { Plugin } from "vite";
import { typeset } from "../src/words.ts";

// A picture of a piece is written ![Palm](piece:palm); the page draws the piece there.
const PIECE = "piece:";

// A rule begins with its number in bold: messages at the table and links name it, as #r12.
const NUMBER = /^\*\*([A-Z]*\d+)\.\*\*/;

marked.use({
  renderer: {
    paragraph({ raw, tokens }) {
      const number = NUMBER.exec(raw)?.[1];
      return `<p${number ? ` id="r${number}"` : ""}>${this.parser.parseInline(tokens)}</p>\n`;
    },
    heading({ depth, text, tokens }) {
      return `<h${depth} id="${slug(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
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
      const text = readFileSync(id, "utf-8");
      return `export default ${JSON.stringify(marked.parse(id.includes(".fr.") ? typeset(text) : text))};`;
    },
  };
}

/** A heading as an anchor: "The quick game" is the-quick-game. */
function slug(text: string): string {
  const letters = text.normalize("NFD").replaceAll(/[\u0300-\u036f]/g, "").toLowerCase();
  return letters.replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^-|-$/g, "");
}

function attribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
