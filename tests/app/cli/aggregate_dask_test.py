#!/usr/bin/env python3
"""The recipe for Dask, with four workers on this machine."""
import os
import subprocess
import sys
import tempfile
import unittest

import binary

# Debian's packages are for Debian's Python.
PYTHONS = [python for python in (sys.executable, "/usr/bin/python3") if os.path.exists(python) and subprocess.run(
    [python, "-c", "import distributed"], capture_output=True, check=False).returncode == 0]
RECIPE = os.path.join(binary.SOURCE, "examples/fleet/dask_aggregate.py")


@unittest.skipUnless(PYTHONS, "there is no Dask: packages/ensure fleet brings it")
class DaskTest(unittest.TestCase):
    def test_its_result_has_the_bytes_of_one_task(self):
        with tempfile.TemporaryDirectory() as work:
            os.mkdir(os.path.join(work, "run"))
            for rank in range(40):
                with open(os.path.join(work, f"run/rank-{rank}.folded"), "w", encoding="utf-8") as file:
                    file.write(f"main;solve {100 + rank % 7}\nmain;wait {rank % 3}\n")
            one, many = os.path.join(work, "one.cct"), os.path.join(work, "many.cct")
            subprocess.run([binary.program(), "aggregate", os.path.join(work, "run"), "-o", one], check=True, capture_output=True)
            subprocess.run([PYTHONS[0], RECIPE, many, "10", os.path.join(work, "run")], check=True, capture_output=True,
                           env={**os.environ, "RINGSCOPE": os.path.abspath(binary.program())})
            with open(one, "rb") as first, open(many, "rb") as second:
                self.assertEqual(first.read(), second.read())
            self.assertEqual(sorted(os.listdir(work)), ["many.cct", "one.cct", "run"])


if __name__ == "__main__":
    binary.main()
