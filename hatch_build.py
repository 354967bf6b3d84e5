"""Build the web client, and compile the rules wherever a C compiler is found, while the package is built."""

import os
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# Ignored by git, so hatchling must be told to take them.
WEB_FILES = ["src/tablee/static/**"]
# Tells a later build from an sdist that the client is built; of no use in a wheel.
STAMP = "src/tablee/static/.stamp"
COMPILED_FILES = ["src/tablee/**/*.so", "src/tablee/**/*.pyd", "src/tablee/_compiled.json"]


class Prepare(BuildHookInterface[Any]):
    """Ships the web client, and compiled modules beside their sources where they could be made."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        # A build backend does not run with the project on its path.
        sys.path.insert(0, self.root)
        if version != "editable" and os.environ.get("TABLEE_SKIP_WEB") != "1":
            from web.build import build as build_web

            build_web()
            build_data["artifacts"] += WEB_FILES
            if self.target_name == "wheel":
                build_data["artifacts"] += [f"!{STAMP}"]
        if self.target_name != "wheel" or not compiled(Path(self.root)):
            return
        build_data["artifacts"] += COMPILED_FILES
        build_data["pure_python"] = False
        build_data["infer_tag"] = True


def compiled(root: Path) -> bool:
    from compiler.build import build

    return build(root)
