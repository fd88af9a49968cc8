#!/usr/bin/env python3
"""Replays a folder of profiles against an expected.json that says what a right import of each gives.

usage: replay_expected.py RINGSCOPE FOLDER [NAME_PART...]

expected.json: {"files": {PATH: {"expected": {"records", "metrics": [{"total"}], "cct_nodes", "max_depth"}}}}, where
"expected" may hold {"events": {NAME: the same}} for files with several events ("stacks", "per_sample_type" likewise),
or {"profiles": [{"result": the same}]} ("threads" likewise).
Files with a "behaviour" are listed with what happened, for a person to judge. Differences that are right are named,
with the reason, in replay_explained.json beside this script: a file's only difference has to end in the text that
stands there.
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
    for several in ("events", "per_sample_type"):
        if several in expected:
            return list(expected[several].values())
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
        "JavaScript time": sum(profile["metrics"][0]["total"] for profile in profiles),
    }
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


# The metrics of events of flight recordings: their count and their sum.
JFR_METRICS = {
    "jdk.ExecutionSample": ("execution samples", None),
    "jdk.NativeMethodSample": ("native samples", None),
    "profiler.WallClockSample": (None, "wall samples"),
    "jdk.ObjectAllocationSample": ("allocation samples", "allocated"),
    "jdk.ObjectAllocationInNewTLAB": ("allocations in new TLABs", "allocated in new TLABs"),
    "jdk.ObjectAllocationOutsideTLAB": ("allocations outside TLABs", "allocated outside TLABs"),
    "jdk.OldObjectSample": ("old objects", None),
    "jdk.JavaMonitorEnter": ("lock waits", None),
    "jdk.ThreadPark": ("parks", None),
    "profiler.Malloc": ("mallocs", None),
}


def check_stacks(seen, stacks):
    """Totals by event; contexts are not compared, as a method's kinds are contexts each."""
    totals = {metric["name"]: metric["total"] for metric in seen["metrics"]}
    differences = []
    for event, part in stacks.items():
        for name, metric in zip(JFR_METRICS.get(event, ()), part["metrics"]):
            if name is not None and totals.get(name, 0) != metric["total"]:
                differences.append(f"{name} {totals.get(name, 0)}, expected {metric['total']}")
    deepest = max(part["max_depth"] for part in stacks.values())
    if seen["layers"] != deepest:
        differences.append(f"layers {seen['layers']}, expected {deepest}")
    return differences


def check_threads(seen, threads):
    """Threads each with a tree: their sums, and the one tree if there is one. Their stacks have one metric."""
    trees = [thread["result"] for thread in threads if thread["result"]["records"] > 0]
    differences = []
    for key, found, wanted in (
        ("records", seen["records"], sum(tree["records"] for tree in trees)),
        ("total", seen["metrics"][0]["total"], sum(tree["metrics"][0]["total"] for tree in trees)),
    ):
        if not close(found, wanted):
            differences.append(f"{key} {found}, expected {wanted}")
    if len(trees) == 1:
        for key, name in (("nodes", "cct_nodes"), ("layers", "max_depth")):
            if seen[key] != trees[0][name]:
                differences.append(f"{key} {seen[key]}, expected {trees[0][name]}")
    return differences


def check_call_graph(seen, metrics):
    """Costs and calls of a graph; its tree is an estimate, so its contexts are not compared."""
    totals = [metric["total"] for metric in seen["metrics"]]
    wanted = [metric["total_self"] for metric in metrics]
    return [] if totals[: len(wanted)] == wanted else [f"totals {totals[: len(wanted)]}, expected {wanted}"]


def check(ringscope, path, expected):
    """A list of differences; empty where all is as expected."""
    info = run(ringscope, "info", str(path), "--json", "--threads", "merge", "--no-symbols")
    if info.returncode != 0:
        return ["refused: " + info.stderr.decode(errors="replace").strip()]
    seen = json.loads(info.stdout)
    if "slices" in expected:
        return check_trace(seen, expected)
    if "stacks" in expected:
        return check_stacks(seen, expected["stacks"])
    if expected.get("kind") == "call graph":
        return check_call_graph(seen, expected["metrics"])
    if isinstance(expected.get("threads"), list):
        return check_threads(seen, expected["threads"])
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
    explanations = json.loads(pathlib.Path(__file__).with_name("replay_explained.json").read_text())
    agreements = {}  # by format: how many agree, of how many, and how many differ for a known reason
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
        known = explanations.get(name)
        explained = known and len(differences) == 1 and differences[0].endswith(known["difference"])
        agreed, count, right = agreements.get(entry["format"], (0, 0, 0))
        agreements[entry["format"]] = (agreed + (not differences), count + 1, right + bool(explained))
        different += bool(differences) and not explained
        print(f"{name}: {'as expected' if not differences else '; '.join(differences)}")
        if explained:
            print(f"    rightly so: {known['reason']}")
    print()
    for kind, (agreed, count, right) in sorted(agreements.items()):
        print(f"{kind:16} {agreed:4} of {count:4} as expected" + (f", {right} rightly not" if right else ""))
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
