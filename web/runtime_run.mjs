// Load Pyodide in Node, unpack the archive of the rules, use it once, and print what the script returns.
// usage: node runtime_run.mjs ARCHIVE SCRIPT [STDLIB]
import { readFileSync } from "node:fs";
import { loadPyodide } from "pyodide";

// Not the error itself: Node would print the source that threw it, a megabyte in one line.
const fail = (error) => {
  console.error(String(error?.stack ?? error).slice(-4000));
  process.exit(1);
};
process.on("uncaughtException", fail);
// No package of the distribution is installed: the archive has everything.
const LOCK = { info: { abi_version: "2026_0", arch: "wasm32", platform: "", python: "", version: "" }, packages: {} };
const [archive, script, stdLibURL] = process.argv.slice(2);
try {
  const python = await loadPyodide({ lockFileContents: LOCK, ...(stdLibURL && { stdLibURL }) });
  python.unpackArchive(new Uint8Array(readFileSync(archive)), "tar", { extractDir: "/tablee" });
  python.runPython('import sys\nsys.path.insert(0, "/tablee")');
  console.log(await python.runPythonAsync(readFileSync(script, "utf8")));
  process.exit(0);
} catch (error) {
  fail(error);
}
