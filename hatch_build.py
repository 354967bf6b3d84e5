"""Compile the rules while the package is built, wherever a C compiler is found."""

import os
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# Ignored by git, so hatchling must be told to take them.
COMPILED_FILES = ["src/tablee/**/*.so", "src/tablee/**/*.pyd", "src/tablee/_compiled.json"]


class CompileRules(BuildHookInterface[Any]):
    """Ships compiled modules beside their sources; without them the package is plain Python."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name != "wheel" or not compiled(Path(self.root)):
            return
        build_data["artifacts"] += COMPILED_FILES
        build_data["pure_python"] = False
        build_data["infer_tag"] = True


def compiled(root: Path) -> bool:
    if os.environ.get("TABLEE_PURE") == "1":
        return False
    # A build backend does not run with the project on its path.
    sys.path.insert(0, str(root))
    from compiler.build import build

    return build(root)
