#!/usr/bin/env python3
"""Times Python programs as they are, under cProfile, and recorded with every context, in turns, and prints a table.

usage: python_agent.py AGENT_FOLDER [--python PYTHON] [--repeats N]

AGENT_FOLDER is build/PRESET/lib/ringscope/python. Shown are medians of N runs (default 7) of the time that the program
measures itself, so without the start of the interpreter, and their ratio to the program as it is. Two programs call
all the time, two are ordinary ones: JSON and regular expressions, and the compiler of Python's own library.
"""
import argparse
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

PROGRAMS = {
    "calls: fib(27)": """
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)
def run():
    fib(27)
""",
    "calls: methods of 200,000 objects": """
class Point:
    def __init__(self, x, y):
        self.x, self.y = x, y
    def plus(self, other):
        return Point(self.x + other.x, self.y + other.y)
    def length(self):
        return abs(self.x) + abs(self.y)
def run():
    total, step = Point(0, 0), Point(1, -1)
    for _ in range(200_000):
        total = total.plus(step)
        total.length()
""",
    "ordinary: json, re, sorting": """
import json, random, re, textwrap
def run():
    random.seed(1)
    words = ["".join(random.choices("abcdefgh", k=random.randint(2, 9))) for _ in range(40_000)]
    text = textwrap.fill(" ".join(words), 70)
    counts = {}
    for match in re.finditer(r"[a-d]+", text):
        counts[match.group()] = counts.get(match.group(), 0) + 1
    rows = [{"word": word, "count": count, "parts": list(word)} for word, count in sorted(counts.items())]
    for _ in range(8):
        assert json.loads(json.dumps(rows, indent=1)) == rows
    sorted(words, key=lambda word: (len(word), word))
""",
    "ordinary: ast of the library": """
import ast, inspect, argparse, textwrap, tokenize, io, dataclasses, typing
def run():
    for module in (argparse, textwrap, dataclasses):
        source = inspect.getsource(module)
        tree = ast.parse(source)
        ast.unparse(ast.parse(ast.unparse(tree)))
        sum(1 for _ in ast.walk(tree))
        list(tokenize.generate_tokens(io.StringIO(source).readline))
""",
}
TAIL = """
import sys, time
if len(sys.argv) > 1:
    import cProfile
    profiler = cProfile.Profile()
    profiler.enable()
start = time.perf_counter()
run()
end = time.perf_counter()
if len(sys.argv) > 1:
    profiler.disable()
print(end - start)
"""
WAYS = {
    "as it is": None,
    "cProfile": "cProfile",
    "recorded": [],
    "--no-receivers": ["--no-receivers"],
    "--no-time": ["--no-time"],
    "--sizes": ["--sizes"],
    "--types": ["--types"],
    "--cpu": ["--cpu"],
}


def seconds(python, agent, program, way, folder):
    environment = dict(os.environ, PYTHONPATH=str(agent))
    if way is None or way == "cProfile":
        command = [python, program] + ([way] if way else [])
    else:
        command = [python, "-m", "ringscope_record", "--trace", f"{folder}/bench_%p.trace", *way, program]
    result = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    for trace in folder.glob("bench_*.trace*"):
        trace.unlink()
    return float(result.stdout)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("agent", type=pathlib.Path)
    parser.add_argument("--python", default="/usr/bin/python3")
    parser.add_argument("--repeats", type=int, default=7)
    options = parser.parse_args()
    print(f"load {os.getloadavg()[0]:.1f}, {options.python}\n")
    print("| program | " + " | ".join(WAYS) + " | recorded / cProfile |\n" + "|--|" + "--|" * (len(WAYS) + 1))
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for title, text in PROGRAMS.items():
            program = folder / "program.py"
            program.write_text(text + TAIL)
            times = {way: [] for way in WAYS}
            for _ in range(options.repeats):
                for way, words in WAYS.items():
                    times[way].append(seconds(options.python, options.agent.absolute(), program, words, folder))
            medians = {way: statistics.median(times[way]) for way in WAYS}
            plain = medians["as it is"]
            cells = [f"{plain * 1000:.0f} ms"] + [f"{medians[way] / plain:.2f}" for way in list(WAYS)[1:]]
            print(f"| {title} | " + " | ".join(cells) + f" | {medians['recorded'] / medians['cProfile']:.2f} |")
    print(f"\nload {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    sys.exit(main())
