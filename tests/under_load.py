"""Run `make test` again and again beside processes that burn every processor: no test may depend on time.

usage: python -m tests.under_load [--runs N] [--burners N] [ARGUMENT ...]
With arguments, pytest runs with them instead: `python -m tests.under_load --runs 3 tests/web`.
The deals of browser tests follow from the number of the run: TABLEE_TEST_SEED=3 repeats those of run 3.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parent.parent
LOGS = ROOT / "build/under_load"
FAILURES = ("FAILED ", "ERROR ")


@contextmanager
def burning(count: int) -> Iterator[None]:
    """Keep `count` processors busy within the block."""
    burners = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(count)]
    try:
        yield
    finally:
        for burner in burners:
            burner.kill()
            burner.wait()


def run(command: list[str], number: int) -> tuple[int, list[str]]:
    """Run a command with its output in a file; return its exit status and the tests that failed."""
    log, environment = LOGS / f"{number}.log", {**os.environ, "TABLEE_TEST_SEED": str(number)}
    with log.open("w", encoding="utf-8") as out:
        status = subprocess.run(
            command, cwd=ROOT, env=environment, stdout=out, stderr=subprocess.STDOUT, check=False
        ).returncode
    lines = log.read_text("utf-8", "replace").splitlines()
    return status, [line.split()[1] for line in lines if line.startswith(FAILURES)]


def main() -> None:
    """Print one line for each run, and exit with an error if one of them failed."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.under_load", description="Run the tests on a busy machine."
    )
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--burners", type=int, default=os.cpu_count() or 1)
    parser.add_argument("arguments", nargs="*", help="of pytest")
    given, more = parser.parse_known_args()
    arguments = [*given.arguments, *more]
    pytest = [sys.executable, "-m", "pytest", "-q", "-n", "auto", "--dist", "worksteal"]
    command = [*pytest, *arguments] if arguments else ["make", "test"]
    LOGS.mkdir(parents=True, exist_ok=True)
    print(f"{' '.join(command)}, beside {given.burners} busy processes; logs in {LOGS.relative_to(ROOT)}")
    print("run  minutes  failed")
    bad = 0
    for number in range(1, given.runs + 1):
        began = time.monotonic()
        with burning(given.burners):
            status, failed = run(command, number)
        bad += status != 0
        result = ", ".join(failed) or (f"exit status {status}" if status else "nothing")
        print(f"{number:3}  {(time.monotonic() - began) / 60:7.1f}  {result}", flush=True)
    print(f"{given.runs - bad} of {given.runs} runs passed.")
    raise SystemExit(bad > 0)


if __name__ == "__main__":
    main()
