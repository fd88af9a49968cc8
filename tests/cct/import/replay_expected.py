#!/usr/bin/env python3
"""Replays a folder of profiles against an expected.json that says what a right import of each gives.

usage: replay_expected.py RINGSCOPE FOLDER [NAME_PART...]

expected.json: {"files": {PATH: {"expected": {"records", "metrics": [{"total"}], "cct_nodes", "max_depth"}}}}, where
"expected" may hold {"events": {NAME: the same}} for files with several events. Files with a "behaviour" are listed
with what happened, for a person to judge.
"""
import json
import pathlib
import subprocess
import sys


def run(*command):
    return subprocess.run(command, capture_output=True)


def check(ringscope, path, expected):
    """A list of differences; empty where all is as expected."""
    info = run(ringscope, "info", str(path), "--json", "--threads", "merge")
    if info.returncode != 0:
        return ["refused: " + info.stderr.decode(errors="replace").strip()]
    seen = json.loads(info.stdout)
    differences = []
    parts = list(expected["events"].values()) if "events" in expected else [expected]
    for index, part in enumerate(parts):
        first = 2 * index if "events" in expected else 0
        metrics = seen["metrics"][first : first + len(part["metrics"])]
        totals = [metric["total"] for metric in metrics]
        wanted = [metric["total"] for metric in part["metrics"]]
        if len(totals) != len(wanted) or any(abs(a - b) > 1e-6 * max(1, abs(b)) for a, b in zip(totals, wanted)):
            differences.append(f"totals {totals}, expected {wanted}")
    if len(parts) == 1:
        for key, name in (("nodes", "cct_nodes"), ("layers", "max_depth")):
            if seen[key] != parts[0][name]:
                differences.append(f"{key} {seen[key]}, expected {parts[0][name]}")
    return differences


def main():
    if len(sys.argv) < 3:
        print(__doc__, file=sys.stderr)
        return 2
    ringscope, folder, parts = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3:]
    expectations = json.loads((folder / "expected.json").read_text())["files"]
    count = different = 0
    for name, entry in sorted(expectations.items()):
        expected = entry["expected"]
        if (parts and not any(part in name for part in parts)) or not (folder / name).exists():
            continue
        if "behaviour" in expected:
            result = run(ringscope, "info", str(folder / name))
            text = (result.stderr or result.stdout).decode(errors="replace").strip().replace("\n", " | ")
            print(f"{name}: exit {result.returncode}: {text}\n    expected: {expected['behaviour']}")
            continue
        count += 1
        differences = check(ringscope, folder / name, expected)
        different += bool(differences)
        print(f"{name}: {'as expected' if not differences else '; '.join(differences)}")
    print(f"{count} files, {different} differ")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
