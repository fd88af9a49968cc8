#!/usr/bin/env python3
"""Generates large profiles, imports each to a finished .cct with one worker and with two, and prints a Markdown table.

usage: import_table.py BUILD_FOLDER [--huge] [--repeats N]

Each figure is the best of N runs (default 5) with its load average; --huge adds 4 GB of folded stacks.
"""
import argparse
import pathlib
import re
import subprocess
import tempfile

CASES = [
    # name, format, stacks, frames a stack, new frames a stack, order
    ("folded, Java-like, shuffled", "folded", 29000, 130, 9, "shuffled"),
    ("folded, Java-like, sorted", "folded", 29000, 130, 9, "sorted"),
    ("perf script", "perf", 20000, 90, 5, "shuffled"),
    (".cpuprofile", "cpuprofile", 30000, 60, 8, "shuffled"),
]
HUGE = ("folded, 4 GB, shuffled", "folded", 900000, 120, 1, "shuffled")

ROW = re.compile(
    r"records (\d+) contexts (\d+) layers (\d+) \| ([\d.]+) MB import ([\d.]+) ms, with write ([\d.]+) ms = (\d+) MB/s, "
    r"cpu ([\d.]+) ms = (\d+) MB/s a core, peak (\d+) MB, load ([\d.]+)"
)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--huge", action="store_true")
    parser.add_argument("--repeats", type=int, default=5)
    options = parser.parse_args()
    generate = options.build / "bench/ringscope_import_generate"
    bench = options.build / "bench/ringscope_import_bench"

    print("| input | MB | contexts | workers | time to .cct | MB/s | MB/s by CPU time | peak memory | load |")
    print("|--|--|--|--|--|--|--|--|--|")
    with tempfile.TemporaryDirectory() as folder:
        profile = pathlib.Path(folder) / "profile"
        for name, *arguments in CASES + ([HUGE] if options.huge else []):
            with profile.open("wb") as output:
                subprocess.run([generate, *map(str, arguments), "1"], stdout=output, check=True)
            for workers in (1, 2):
                result = subprocess.run(
                    [bench, profile, str(workers), str(options.repeats), pathlib.Path(folder) / "out.cct"],
                    capture_output=True, text=True, check=True)
                rows = [match.groups() for match in map(ROW.search, result.stdout.splitlines()) if match]
                best = min(rows, key=lambda row: float(row[5]))
                peak = max(int(row[9]) for row in rows)
                print(f"| {name} | {float(best[3]):.0f} | {int(best[1]):,} | {workers} | {float(best[5]):.0f} ms | {best[6]} | "
                      f"{best[8]} | {peak} MB | {best[10]} |", flush=True)


if __name__ == "__main__":
    main()
