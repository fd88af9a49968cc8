"""What recording types costs beside the recorder without them: processor time of the same program, in turns.

usage: python_types.py .../lib/ringscope/python [--repeats N]
"""

import argparse
import os
import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile

from python_agent import PROGRAMS, TAIL

PROGRAMS = PROGRAMS | {"calls: 8 arguments of several types": """
def take(a, b, c, d, e, f, g, h):
    return a
def run():
    some = (1, "a", 2.5, None, [], {}, b"", (), True)
    for i in range(300_000):
        j = i % 9
        take(some[j], j, "x", None, some[j - 1], 1.5, (), some[j - 2])
"""}


def processor_seconds(command, environment):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, env=environment, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("agent", type=pathlib.Path)
    parser.add_argument("--python", default="/usr/bin/python3")
    parser.add_argument("--repeats", type=int, default=5)
    options = parser.parse_args()
    environment = dict(os.environ, PYTHONPATH=str(options.agent))
    print(f"load {os.getloadavg()[0]:.1f}\n\n| program | without types, s | with types, s | ratio |\n|--|--|--|--|")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for title, text in PROGRAMS.items():
            program = folder / "program.py"
            program.write_text(text + TAIL)
            seconds = {(): [], ("--types",): []}
            for _ in range(options.repeats):
                for way, taken in seconds.items():
                    command = [options.python, "-m", "ringscope_record", "--trace", f"{folder}/t_%p.trace", *way, program]
                    taken.append(processor_seconds(command, environment))
                    for trace in folder.glob("t_*.trace*"):
                        trace.unlink()
            without, with_types = (statistics.median(taken) for taken in seconds.values())
            print(f"| {title} | {without:.2f} | {with_types:.2f} | {with_types / without:.2f} |", flush=True)


if __name__ == "__main__":
    sys.exit(main())
