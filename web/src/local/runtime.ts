// Where Python for browsers is; web/build.py packs it (web/runtime.py) and passes this to the build of the client.

export interface Runtime {
  /** The path of the folder; it contains a digest of everything inside. */
  path: string;
  /** The levels of bots that the rules in it serve in a browser: without a compiler, all but the strongest. */
  levels: string[];
  /** The longest time of a bot's move, in seconds. */
  seconds: number;
}

declare const __RUNTIME__: Runtime | null;

/** Null if the client was built without it: then nothing about offline play is shown. */
export const runtime: Runtime | null = typeof __RUNTIME__ === "undefined" ? null : __RUNTIME__;
