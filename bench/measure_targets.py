#!/usr/bin/env python3
"""Measures the speeds the project holds itself to, and prints them as a Markdown table.

usage: measure_targets.py BUILD_FOLDER WORK_FOLDER [--document docs/performance.md] [--frames N] [--questions]

WORK_FOLDER keeps the generated trees, 2 GB of them. Needs xvfb-run for the whole window. With --document the table
replaces the section "targets" of that file. With --questions only queries, tables and recursion elimination are
measured, which need neither.
"""
import argparse
import json
import shutil
import subprocess

from harness import Bench, load, replace_section

MODES = ("equal", "length", "area")
DEPTHS = "2,5,10,20,50,100,150,200,300,416"
# One shape in two sizes.
SHAPE = ("--layers", 136, "--frames", 11555, "--seed", 7)
ROUNDS = 3
# Words of queries that are no names.
PREDICATES = ("leaf", "root", "recursive")


class Table:
    def __init__(self):
        self.lines = ["| what | to reach | measured | load |", "|--|--|--|--|"]

    def add(self, what, reach, measured):
        self.lines.append(f"| {what} | {reach} | {measured} | {load()} |")
        print(self.lines[-1], flush=True)


def best_frame(bench, cases, frames):
    """Best of several rounds that take turns, so that a busy moment does not hit one case alone."""
    best = [None] * len(cases)
    for _ in range(ROUNDS):
        for index, arguments in enumerate(cases):
            row = bench.bench(*arguments, "--frames", frames)["rows"][0]
            if best[index] is None or row["frame_ms"]["median"] < best[index]["frame_ms"]["median"]:
                best[index] = row
    return best


def compare(row, base):
    return (f"{row['frame_ms']['median'] / base['frame_ms']['median']:.2f}; of processor time "
            f"{row['cpu_ms'] / base['cpu_ms']:.2f} ({row['frame_ms']['median']:.2f} ms for {row['segments'] + row['rest']:,} segments / "
            f"{base['frame_ms']['median']:.2f} ms for {base['segments'] + base['rest']:,})")


def chart_frames(bench, table, frames):
    for mode in MODES:
        slowest = None
        for name in ("pmd", "eclipse", "luindex"):
            for row in bench.bench(bench.shape(name), "--mode", mode, "--depths", DEPTHS, "--frames", frames)["rows"]:
                if row["segments"] + row["rest"] > 5000:
                    continue
                if slowest is None or row["frame_ms"]["median"] > slowest[1]["frame_ms"]["median"]:
                    slowest = (name, row)
        name, row = slowest
        table.add(f"chart frame, {mode} mode, depth 2 to 416, up to 5,000 segments, the slowest of three trees",
                  "median 8 ms",
                  f"{row['frame_ms']['median']:.2f} ms, p99 {row['frame_ms']['p99']:.2f} ms, "
                  f"{row['cpu_ms']:.1f} ms of processor time "
                  f"({name}, depth {row['depth']}, {row['segments'] + row['rest']:,} segments)")


def window_frames(bench, table, tree):
    program = bench.build / "bench/ringscope_window_frame_bench"
    if not program.exists() or shutil.which("xvfb-run") is None:
        print("(no window program or no xvfb-run: the whole window is left out)")
        return
    output = subprocess.run(["xvfb-run", "-a", "-s", "-screen 0 1440x900x24", program, tree, "300"], check=True,
                            stdout=subprocess.PIPE).stdout
    for row in json.loads(output)["rows"]:
        table.add(f"whole window frame with panels, 10M contexts, {row['what']}", "median 16.7 ms, p99 33 ms",
                  f"{row['frame_ms']['median']} ms, p99 {row['frame_ms']['p99']} ms, {row['cpu_ms']} ms of processor time")


def google_benchmark(bench, name, pattern):
    """Median in ms of each benchmark whose name matches, by name; empty where the program is not built."""
    program = bench.build / "bench" / name
    if not program.exists():
        print(f"(no {name}: what it measures is left out)")
        return {}
    output = subprocess.run([program, f"--benchmark_filter={pattern}", "--benchmark_format=json",
                             "--benchmark_repetitions=3", "--benchmark_min_time=0.2"], check=True,
                            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
    return {row["run_name"]: row["real_time"] for row in json.loads(output)["benchmarks"]
            if row.get("aggregate_name") == "median"}


def questions(bench, table):
    queries = {name.removeprefix("Select ").partition("/real_time")[0].rpartition("/")[0]: time for name, time
               in google_benchmark(bench, "ringscope_query_benchmark", "^Select ").items()}
    words = {query: time for query, time in queries.items() if query.isalnum() and query not in PREDICATES}
    for what, reach, times in (("query of a word", "16 ms", words), ("query", "100 ms", queries)):
        if times:
            slowest = max(times, key=times.get)
            table.add(f"{what}, 10M contexts, the slowest of {len(times)}", reach, f"{times[slowest]:.1f} ms ({slowest})")
    for name, time in google_benchmark(bench, "ringscope_table_benchmark",
                                       "BM_GroupTable/nodes:10000000/workers:0").items():
        table.add("table of functions, 10M contexts", "-", f"{time:.0f} ms")
    fold = bench.build / "bench/ringscope_fold_recursion_bench"
    if not fold.exists():
        print(f"(no {fold.name}: what it measures is left out)")
        return
    lines = subprocess.run([fold], check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()
    for fields in map(str.split, lines):
        if fields[5:6] != ["time"]:
            continue
        name, contexts, layers, folded = fields[:4]
        table.add(f"recursion elimination, {int(contexts):,} contexts, {layers} layers ({name}, {int(folded):,} left)",
                  "10 passes over the columns; 20 times faster than the pseudo-code",
                  f"{fields[8]} ms, {fields[11]} passes; {fields[12]} times faster")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("work")
    parser.add_argument("--document")
    parser.add_argument("--frames", type=int, default=60)
    parser.add_argument("--questions", action="store_true")
    options = parser.parse_args()
    bench = Bench(options.build, options.work)
    table = Table()
    questions(bench, table)
    if options.questions:
        return
    million = bench.tree("1m", "--nodes", 1_000_000, *SHAPE)
    ten_million = bench.tree("10m", "--nodes", 10_000_000, *SHAPE)
    hundred_million = bench.tree("100m", "--nodes", 100_000_000, *SHAPE)
    twins = bench.tree("twins", "--nodes", 2_000_000, *SHAPE, "--twin-share", "1e-9")

    chart_frames(bench, table, options.frames)
    window_frames(bench, table, ten_million)

    large, small = best_frame(bench, [(hundred_million,), (million,)], options.frames)
    table.add("chart frame at 100M contexts / at 1M, same shape", "at most 1.2", compare(large, small))
    table.add("layout alone at 100M contexts", "0.5 ms",
              f"{large['layout_ms']['median']:.3f} ms, p99 {large['layout_ms']['p99']:.3f} ms")

    # The first lines of the dump name the twins.
    dump = subprocess.Popen([bench.binary, "dump", "--tsv", twins], stdout=subprocess.PIPE, text=True)
    names = [dump.stdout.readline().split("\t")[3] for _ in range(3)]
    dump.stdout.close()
    dump.wait()
    tiny, whole = best_frame(bench, [(twins, "--root", f"{names[0]};{names[2]}"),
                                     (twins, "--root", f"{names[0]};{names[1]}")], options.frames)
    table.add("chart frame at a view root of 1e-9 of the total / of nearly all of it", "at most 1.2", compare(tiny, whole))

    opened = min((bench.bench(hundred_million, "--open", "--frames", 1)["open"] for _ in range(ROUNDS)),
                 key=lambda timing: timing["first_picture_ms"])
    table.add(".cct of 100M contexts: open to first picture, file in page cache", "100 ms, under 200 MB private memory",
              f"{opened['first_picture_ms']:.1f} ms, {opened['private_bytes'] / 1e6:.0f} MB, "
              f"{opened['added_bytes'] / 1e6:.0f} MB of it by opening")
    hover = bench.bench(hundred_million, "--hover", 100_000, "--frames", 1)["hover_ms"]
    table.add("hover: pointer to exact context, 100M contexts", "50 us",
              f"{hover['median'] * 1e3:.2f} us, p99 {hover['p99'] * 1e3:.2f} us")
    for query in ("parse", "e"):
        result = bench.bench(ten_million, "--search", query, "--frames", 1)
        table.add(f"search keystroke \"{query}\" to lit segments, 10M contexts, {result['search_contexts']:,} matches", "16 ms",
                  f"{result['search_lit_ms']['median']:.1f} ms, p99 {result['search_lit_ms']['p99']:.1f} ms; "
                  f"counts {result['search_count_ms']['median']:.1f} ms later")
    if options.document:
        replace_section(options.document, "targets", "\n".join(table.lines))


if __name__ == "__main__":
    main()
