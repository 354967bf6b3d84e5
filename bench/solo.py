"""The result of a bot at a table of one: mean, median and the share of every rank. Continues from its file.

usage: python -m bench.solo [--bot NAME] [--deals N] [--seed SEED] [--seconds S] [--file F] [--processes N]
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
    """Play the missing deals and print the figures of all."""
    parser = argparse.ArgumentParser(prog="python -m bench.solo")
    parser.add_argument("--bot", default="expert")
    parser.add_argument("--deals", type=int, default=500)
    parser.add_argument("--seed", default="alone")
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--file", type=Path)
    parser.add_argument("--processes", type=int)
    args = parser.parse_args()
    contest = Contest("clouds", 1, (args.bot,), args.deals, args.seed, seconds=args.seconds)
    ledger = Ledger(args.file)
    missing = len(ledger.missing_deals(contest))
    for _ in track(run([contest], ledger, args.processes), total=missing):
        pass
    report([int(results[0].points) for results in ledger.results_of(contest)])


def report(stars: list[int]) -> None:
    """Print mean, median and distribution of the stars, one value per deal."""
    mean = estimate_mean(stars)
    print(f"{len(stars)} deals: mean {mean.value:.1f} ± {mean.margin:.1f} stars, median {median(stars):g}")
    ranks = Counter(solo_rank(each) for each in stars)
    for least, rank in RANKS:
        print(f"{least:3} or more, {rank}: {100 * ranks[rank] / len(stars):.0f} %")


if __name__ == "__main__":
    main()
