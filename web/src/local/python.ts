// Starts Python in a worker. Files come from the folder of the runtime, through the service worker if it has them.

/** The part of Pyodide that is used; its own types need those of Emscripten. */
export interface Python {
  runPython(code: string): unknown;
  unpackArchive(archive: ArrayBuffer, format: string, options: { extractDir: string }): void;
}
interface PyodideModule {
  loadPyodide(options: Record<string, unknown>): Promise<Python>;
}

// No package of Pyodide's distribution is installed: the archive has everything.
const NO_PACKAGES = {
  info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2" },
  packages: {},
};

/** Load Pyodide and the archive of the rules from a folder. */
export async function startPython(path: string): Promise<Python> {
  const { loadPyodide } = (await import(/* @vite-ignore */ `${path}pyodide.mjs`)) as PyodideModule;
  const [python, archive] = await Promise.all([
    loadPyodide({ indexURL: path, stdLibURL: `${path}stdlib.zip`, lockFileContents: NO_PACKAGES }),
    fetch(`${path}tablee.tar`).then((answer) => (answer.ok ? answer.arrayBuffer() : Promise.reject(new Error(`${answer.status}`)))),
  ]);
  python.unpackArchive(archive, "tar", { extractDir: "/tablee" });
  python.runPython('import sys\nsys.path.insert(0, "/tablee")');
  return python;
}
