#!/usr/bin/env python3
"""Takes every figure of docs/performance.md again and writes it there.

usage: measure_all.py BUILD_FOLDER WORK_FOLDER DOCS_FOLDER [--huge]

Takes about five minutes on a quiet machine and 2 GB in WORK_FOLDER; --huge also imports 4 GB of folded stacks.
"""
import argparse
import pathlib
import subprocess
import sys

from harness import replace_section

HERE = pathlib.Path(__file__).parent


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("work")
    parser.add_argument("docs", type=pathlib.Path)
    parser.add_argument("--huge", action="store_true")
    options = parser.parse_args()
    document = options.docs / "performance.md"
    table = subprocess.run([sys.executable, HERE / "import_table.py", options.build, *(["--huge"] if options.huge else [])],
                           check=True, stdout=subprocess.PIPE, text=True).stdout
    replace_section(document, "import", table)
    subprocess.run([sys.executable, HERE / "measure_targets.py", options.build, options.work, "--document", document],
                   check=True)
    subprocess.run([sys.executable, HERE / "measure_layers.py", options.build, options.work, options.docs], check=True)


if __name__ == "__main__":
    main()
