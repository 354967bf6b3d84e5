"""Compress files once, while the client is built, for every browser that asks for them."""

from __future__ import annotations

import gzip
import hashlib
import os
import shutil
import subprocess
from pathlib import Path

CACHE = Path(__file__).parent.parent / "build/compressed"
# Files that become smaller; fonts and pictures are compressed already.
SUFFIXES = {".css", ".html", ".js", ".json", ".mjs", ".svg", ".tar", ".wasm", ".webmanifest", ".zip"}
# Smaller files would not save a packet.
MIN_BYTES = 1_000
SCRIPT = """
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { brotliCompressSync, constants } from "node:zlib";
const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 };
const lines = readFileSync(0, "utf8").split("\\n").filter(Boolean);
for (const [source, target] of lines.map((line) => line.split("\\t"))) {
  const partial = `${target}.${process.pid}`;
  writeFileSync(partial, brotliCompressSync(readFileSync(source), { params }));
  renameSync(partial, target);
}
"""


def compress_folder(folder: Path, node: str) -> None:
    """Write FILE.br and FILE.gz beside each file of a folder that becomes smaller.

    Results are kept in build/, since the best compression of the largest file takes half a minute. They
    appear whole or not at all, so that builds may share them.
    """
    CACHE.mkdir(parents=True, exist_ok=True)
    files = [
        file
        for file in sorted(folder.rglob("*"))
        if file.suffix in SUFFIXES and file.stat().st_size >= MIN_BYTES
    ]
    kept = {file: CACHE / hashlib.sha256(file.read_bytes()).hexdigest() for file in files}
    missing = [f"{file}\t{base}.br" for file, base in kept.items() if not Path(f"{base}.br").exists()]
    subprocess.run(
        [node, "--input-type=module", "-e", SCRIPT], input="\n".join(missing), text=True, check=True
    )
    for file, base in kept.items():
        shutil.copyfile(f"{base}.br", f"{file}.br")
        if not Path(f"{base}.gz").exists():
            partial = Path(f"{base}.gz.{os.getpid()}")
            partial.write_bytes(gzip.compress(file.read_bytes(), 9, mtime=0))
            partial.replace(f"{base}.gz")
        shutil.copyfile(f"{base}.gz", f"{file}.gz")
