"""Aggregates profiles by Dask: a tree of unions over the partial results of `ringscope aggregate`.

usage: dask_aggregate.py OUT.cct PARTS FILE|FOLDER... [-- OPTIONS OF AGGREGATE]
Workers share a file system with this program, and find ringscope on their PATH, or where RINGSCOPE says.
DASK_SCHEDULER names the scheduler ("tcp://head:8786"); without it four workers are started here.
"""
import os
import shutil
import subprocess
import sys
import tempfile

from distributed import Client, LocalCluster

PROGRAM = os.environ.get("RINGSCOPE", "ringscope")
UNITED_AT_ONCE = 8


def run(words):
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(words)}: {done.stderr.strip()}")
    return words[-1]


def part(inputs, options, number, count, output):
    return run([PROGRAM, "aggregate", *inputs, *options, "--partial", f"{number}/{count}", "-o", output])


def unite(parts, output):
    return run([PROGRAM, "aggregate", *parts, "-o", output])


def aggregate(client, inputs, options, count, output):
    folder = tempfile.mkdtemp(prefix=os.path.basename(output) + ".parts-", dir=os.path.dirname(output))
    try:
        level = [client.submit(part, inputs, options, number, count, f"{folder}/{number}.cct", retries=1)
                 for number in range(1, count + 1)]
        while len(level) > 1:
            groups = [level[i:i + UNITED_AT_ONCE] for i in range(0, len(level), UNITED_AT_ONCE)]
            level = [client.submit(unite, group, f"{folder}/{len(groups)}-{i}.united.cct") for i, group in enumerate(groups)]
        os.replace(level[0].result(), output)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def main():
    words = sys.argv[1:]
    options = words[words.index("--") + 1:] if "--" in words else []
    output, count, *inputs = words[:words.index("--")] if "--" in words else words
    scheduler = os.environ.get("DASK_SCHEDULER")
    local = None if scheduler else LocalCluster(n_workers=4, threads_per_worker=1, dashboard_address=None)
    with Client(scheduler or local) as client:
        aggregate(client, [os.path.abspath(path) for path in inputs], options, int(count), os.path.abspath(output))
    if local is not None:
        local.close()


if __name__ == "__main__":
    main()
