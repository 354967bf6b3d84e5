"""How well a bot does alone: mean, median and the share of every rank. Stopped, it goes on from its file.

usage: python -m bench.alone [--bot NAME] [--deals N] [--seed SEED] [--seconds S] [--file F] [--processes N]
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path
from statistics import median

from rich.progress import track

from tablee.games.clouds.scoring import RANKS, solo_rank
from tablee.lab.arena import Contest, Ledger, estimate_mean, run


def main() -> None:
    """Play and tell."""
    parser = argparse.ArgumentParser(prog="python -m bench.alone")
    parser.add_argument("--bot", default="expert")
    parser.add_argument("--deals", type=int, default=500)
    parser.add_argument("--seed", default="alone")
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--file", type=Path)
    parser.add_argument("--processes", type=int)
    asked = parser.parse_args()
    contest = Contest("clouds", 1, (asked.bot,), asked.deals, asked.seed, seconds=asked.seconds)
    ledger = Ledger(asked.file)
    missing = len(ledger.missing_deals(contest))
    for _ in track(run([contest], ledger, asked.processes), total=missing):
        pass
    tell([int(results[0].points) for results in ledger.results_of(contest)])


def tell(stars: list[int]) -> None:
    """What the deals showed together."""
    middle = estimate_mean(stars)
    print(
        f"{len(stars)} deals: mean {middle.value:.1f} ± {middle.margin:.1f} stars, median {median(stars):g}"
    )
    ranks = Counter(solo_rank(each) for each in stars)
    for least, rank in RANKS:
        print(f"{least:3} or more, {rank}: {100 * ranks[rank] / len(stars):.0f} %")


if __name__ == "__main__":
    main()
