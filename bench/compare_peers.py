#!/usr/bin/env python3
"""Times ringscope and other tools on the same profiles in one run, and prints a Markdown table.

usage: compare_peers.py RINGSCOPE FILE... [--repeats N]

Each tool reads the file once before it is timed, so that the file lies in memory, then tools take turns. Shown are medians
of N runs (default 5). Tools that are not installed are named at the end. Profiles of any size and format:
  ringscope_import_generate trace 30000 60 8 sorted 1 > trace.json
"""
import argparse
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

from harness import load


class Peer:
    """A tool, the file names that it is for, and its arguments. It has to do at least what a picture needs."""

    def __init__(self, name, endings, program, arguments):
        self.name = name
        self.endings = endings
        self.program = shutil.which(program) or (program if os.access(program, os.X_OK) else None)
        self.arguments = arguments

    def command(self, file):
        return [self.program, *(argument.replace("FILE", str(file)) for argument in self.arguments)]


JSON = (".json", ".cpuprofile", ".heapprofile")
PEERS = [
    # What a viewer in a browser or in Python cannot do without.
    Peer("JSON.parse of node", JSON, "node", ["-e", "JSON.parse(require('fs').readFileSync('FILE','utf8'))"]),
    Peer("json of Python", JSON, "python3", ["-c", "import json; json.load(open('FILE'))"]),
    Peer("go tool pprof -top", (".pprof", ".pb.gz"), "go", ["tool", "pprof", "-top", "FILE"]),
    Peer("pprof -top", (".pprof", ".pb.gz"), "pprof", ["-top", "FILE"]),
    Peer("heaptrack_print", (".heaptrack", ".heaptrack.gz", ".heaptrack.zst"), "heaptrack_print", ["-f", "FILE"]),
    Peer("flamegraph.pl", (".folded",), "flamegraph.pl", ["FILE"]),
    Peer("inferno-flamegraph", (".folded",), "inferno-flamegraph", ["FILE"]),
]


def run(command):
    """Seconds on the clock, seconds of processor time, peak memory in MB; None where it fails."""
    begin = time.monotonic()
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        return None
    return time.monotonic() - begin, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("ringscope", type=pathlib.Path)
    parser.add_argument("files", type=pathlib.Path, nargs="+")
    parser.add_argument("--repeats", type=int, default=5)
    options = parser.parse_args()

    missing, failed = set(), []
    print("| file | MB | tool | time | processor time | MB/s of it | peak memory | load |")
    print("|--|--|--|--|--|--|--|--|")
    with tempfile.TemporaryDirectory() as folder:
        for file in options.files:
            megabytes = file.stat().st_size / 1e6
            commands = {"ringscope convert": [options.ringscope, "convert", file, "-o", f"{folder}/out.cct"]}
            for peer in PEERS:
                if not file.name.endswith(peer.endings):
                    continue
                if peer.program is None:
                    missing.add(peer.name)
                else:
                    commands[peer.name] = peer.command(file)
            runs = {name: [] for name in commands}
            for turn in range(options.repeats + 1):
                for name, command in commands.items():
                    result = run(command) if runs[name] is not None else None
                    if result is None:
                        runs[name] = None
                    elif turn > 0:
                        runs[name].append(result)
            for name, results in runs.items():
                if results is None:
                    failed.append(f"{name} on {file.name}")
                    continue
                elapsed, processor, memory = (statistics.median(column) for column in zip(*results))
                print(f"| {file.name} | {megabytes:.0f} | {name} | {elapsed:.2f} s | {processor:.2f} s | "
                      f"{megabytes / processor:.0f} | {memory:.0f} MB | {load()} |", flush=True)
    if missing:
        print(f"\nNot installed: {', '.join(sorted(missing))}.")
    if failed:
        print(f"\nFailed: {', '.join(failed)}.")
        sys.exit(1)


if __name__ == "__main__":
    main()
