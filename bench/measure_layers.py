#!/usr/bin/env python3
"""Segments and frame time over 2 to 150 layers for trees shaped like eleven Java programs, as the evaluation of calling
context ring charts (Moret et al.) measured them: tables and plots.

usage: measure_layers.py BUILD_FOLDER WORK_FOLDER DOCS_FOLDER [--frames N] [--modes length,...]

Writes DOCS_FOLDER/performance/*.svg and the section "layers" of DOCS_FOLDER/performance.md.
"""
import argparse
import pathlib

from harness import SHAPES, Bench, load, replace_section
from svg_plot import plot

DEPTHS = "2,5,10,...,150"
TABLE_DEPTHS = (2, 10, 20, 50, 100, 150)


def frame_text(row):
    return f"{row['frame_ms']['median']:.1f} ({row['cpu_ms']:.1f})"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("work")
    parser.add_argument("docs", type=pathlib.Path)
    parser.add_argument("--frames", type=int, default=30)
    parser.add_argument("--modes", default="length")
    options = parser.parse_args()
    bench = Bench(options.build, options.work)
    pictures = options.docs / "performance"
    pictures.mkdir(parents=True, exist_ok=True)
    text = []
    for mode in options.modes.split(","):
        loads = [load()]
        rows = {}
        for name in SHAPES:
            result = bench.bench(bench.shape(name), "--depths", DEPTHS, "--mode", mode, "--frames", options.frames)
            rows[name] = result["rows"]
            loads.append(load())
        note = f"load average {min(loads, key=float)} to {max(loads, key=float)}"
        segments = {name: [(row["depth"], row["segments"] + row["rest"]) for row in rows[name]] for name in SHAPES}
        times = {name: [(row["depth"], row["frame_ms"]["median"]) for row in rows[name]] for name in SHAPES}
        costs = {name: [(row["depth"], row["cpu_ms"]) for row in rows[name]] for name in SHAPES}
        for kind, series, label in (("segments", segments, "segments, rest segments included"),
                                    ("frame", times, "chart frame, median ms"),
                                    ("processor", costs, "processor time of a chart frame, mean ms")):
            (pictures / f"layers_{mode}_{kind}.svg").write_text(
                plot(f"{label}, {mode} mode", "layers drawn", label, series, note))
        text += [f"In {mode} mode, {note}. Each cell: segments (rest segments included), then the median frame in ms and in "
                 "brackets its mean processor time, which says more when the machine is busy.", ""]
        text += ["| tree | " + " | ".join(f"{depth} layers" for depth in TABLE_DEPTHS) + " | slowest |",
                 "|--|" + "--|" * (len(TABLE_DEPTHS) + 1)]
        for name in SHAPES:
            by_depth = {row["depth"]: row for row in rows[name]}
            cells = [f"{by_depth[d]['segments'] + by_depth[d]['rest']:,}: {frame_text(by_depth[d])}" for d in TABLE_DEPTHS]
            slowest = max(rows[name], key=lambda row: row["frame_ms"]["median"])
            text.append(f"| {name} | " + " | ".join(cells) + f" | {frame_text(slowest)} |")
        text += ["", f"![segments](performance/layers_{mode}_segments.svg)", "",
                 f"![frame time](performance/layers_{mode}_frame.svg)", "",
                 f"![processor time](performance/layers_{mode}_processor.svg)", ""]
    replace_section(options.docs / "performance.md", "layers", "\n".join(text))


if __name__ == "__main__":
    main()
