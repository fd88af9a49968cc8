#!/usr/bin/env python3
"""Replays a folder of profiles against an expected.json that says what a right import of each gives.

usage: replay_expected.py RINGSCOPE FOLDER [NAME_PART...]

expected.json: {"files": {PATH: {"expected": {"records", "metrics": [{"total"}], "cct_nodes", "max_depth"}}}}, where
"expected" may hold {"events": {NAME: the same}} for files with several events, or {"profiles": [{"result": the same}]}.
Files with a "behaviour" are listed with what happened, for a person to judge.
"""
import json
import pathlib
import subprocess
import sys


def run(*command):
    return subprocess.run(command, capture_output=True)


def close(a, b):
    return abs(a - b) <= 1e-6 * max(1, abs(b))


def parts_of(expected):
    """What is expected of a file, a part for each of its events or profiles."""
    if "events" in expected:
        return list(expected["events"].values())
    if "profiles" in expected:
        return [profile["result"] for profile in expected["profiles"] if "result" in profile]
    if "tree" in expected:
        return [expected["tree"]]
    return [expected]


def totals_differ(seen, parts, by_event):
    """Metrics are found by name where it is one of the file's own, else by place."""
    for index, part in enumerate(parts):
        wanted = part["metrics"]
        names = [metric["name"] for metric in seen]
        if all(metric["name"] in names for metric in wanted):
            metrics = [seen[names.index(metric["name"])] for metric in wanted]
        else:
            first = 2 * index if by_event else 0
            metrics = seen[first : first + len(wanted)]
        totals = [metric["total"] for metric in metrics]
        if len(totals) != len(wanted) or not all(map(close, totals, [metric["total"] for metric in wanted])):
            return f"totals {totals}, expected {[metric['total'] for metric in wanted]}"
    return None


def check_trace(seen, expected):
    """Slices and JavaScript samples are told by thread and by profile: their sums, and the one tree if there is one."""
    totals = {metric["name"]: metric["total"] for metric in seen["metrics"]}
    slices, profiles = expected["slices"].values(), expected["profiles"].values()
    wanted = {
        "slices": sum(thread["X"] + thread["B"] for thread in slices),
        "JavaScript samples": sum(profile["records"] for profile in profiles),
        "samples": expected.get("samples", 0),
    }
    # Where deltas are negative, tools differ in what they do.
    if not any(profile["negative_deltas"] for profile in profiles):
        wanted["JavaScript time"] = sum(profile["metrics"][0]["total"] for profile in profiles)
    differences = [
        f"{name} {totals.get(name, 0)}, expected {total}"
        for name, total in wanted.items()
        if not close(totals.get(name, 0), total)
    ]
    trees = [thread["tree"] for thread in slices if "tree" in thread] + list(profiles)
    if len(trees) == 1 and len(slices) + len(profiles) == 1:
        for key, name in (("nodes", "cct_nodes"), ("layers", "max_depth")):
            if seen[key] != trees[0][name]:
                differences.append(f"{key} {seen[key]}, expected {trees[0][name]}")
        if not profiles and not close(totals["time"], trees[0]["metrics"][0]["total"]):
            differences.append(f"time {totals['time']}, expected {trees[0]['metrics'][0]['total']}")
    return differences


def check(ringscope, path, expected):
    """A list of differences; empty where all is as expected."""
    info = run(ringscope, "info", str(path), "--json", "--threads", "merge")
    if info.returncode != 0:
        return ["refused: " + info.stderr.decode(errors="replace").strip()]
    seen = json.loads(info.stdout)
    if "slices" in expected:
        return check_trace(seen, expected)
    parts = parts_of(expected)
    if not parts or "metrics" not in parts[0] or "cct_nodes" not in parts[0]:
        return ["read, but no tree is expected"]
    differences = [totals_differ(seen["metrics"], parts, "events" in expected)]
    if len(parts) == 1:
        for key, name in (("nodes", "cct_nodes"), ("layers", "max_depth"), ("records", "records")):
            if seen[key] != parts[0][name]:
                differences.append(f"{key} {seen[key]}, expected {parts[0][name]}")
    return [difference for difference in differences if difference]


def main():
    if len(sys.argv) < 3:
        print(__doc__, file=sys.stderr)
        return 2
    ringscope, folder, parts = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3:]
    expectations = json.loads((folder / "expected.json").read_text())["files"]
    agreements = {}  # by format: how many agree, of how many
    different = 0
    for name, entry in sorted(expectations.items()):
        expected = entry["expected"]
        if (parts and not any(part in name for part in parts)) or not (folder / name).exists():
            continue
        if "behaviour" in expected:
            result = run(ringscope, "info", str(folder / name))
            text = (result.stderr or result.stdout).decode(errors="replace").strip().replace("\n", " | ")
            print(f"{name}: exit {result.returncode}: {text}\n    expected: {expected['behaviour']}")
            continue
        differences = check(ringscope, folder / name, expected)
        agreed, count = agreements.get(entry["format"], (0, 0))
        agreements[entry["format"]] = (agreed + (not differences), count + 1)
        different += bool(differences)
        print(f"{name}: {'as expected' if not differences else '; '.join(differences)}")
    print()
    for kind, (agreed, count) in sorted(agreements.items()):
        print(f"{kind:16} {agreed:4} of {count:4} as expected")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
