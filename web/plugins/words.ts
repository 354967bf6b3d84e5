// Leaves the texts that only the terminal shows out of the words of a game.
import type { Plugin } from "vite";

const WORDS = /\/games\/\w+\/words\.\w+\.json$/;
const OF_TERMINAL = /^(terminal\..*|help)$/;

export default function words(): Plugin {
  return {
    name: "tablee-words",
    enforce: "pre",
    transform(code, id) {
      if (!WORDS.test(id)) return null;
      const kept = Object.entries(JSON.parse(code) as object).filter(([key]) => !OF_TERMINAL.test(key));
      return { code: JSON.stringify(Object.fromEntries(kept)), map: null };
    },
  };
}
