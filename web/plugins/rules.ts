// Compiles RULES.*.md to HTML at build time, so that the client needs no Markdown parser.
import { readFileSync } from "node:fs";
import { marked } from "marked";
import type { Plugin } from "vite";
import { typeset } from "../src/i18n.ts";

// ![Palm](piece:palm) becomes a placeholder, where RulesText.svelte mounts the drawing of the piece.
const PIECE = "piece:";

// A rule begins with its number in bold. The paragraph gets an id such as r12, for links from refusals.
const RULE_NUMBER = /^\*\*([A-Z]*\d+)\.\*\*/;

marked.use({
  renderer: {
    paragraph({ raw, tokens }) {
      const number = RULE_NUMBER.exec(raw)?.[1];
      return `<p${number ? ` id="r${number}"` : ""}>${this.parser.parseInline(tokens)}</p>\n`;
    },
    heading({ depth, text, tokens }) {
      return `<h${depth} id="${slug(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
    image: ({ href, text }) =>
      href.startsWith(PIECE)
        ? `<span class="piece" data-piece="${escapeAttribute(href.slice(PIECE.length))}" data-label="${escapeAttribute(text)}"></span>`
        : `<img src="${escapeAttribute(href)}" alt="${escapeAttribute(text)}">`,
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

/** Turn a heading into an anchor: "The quick game" becomes the-quick-game. */
function slug(text: string): string {
  const letters = text.normalize("NFD").replaceAll(/[\u0300-\u036f]/g, "").toLowerCase();
  return letters.replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^-|-$/g, "");
}

function escapeAttribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
