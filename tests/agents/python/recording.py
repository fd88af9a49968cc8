"""What the tests of the recorder of Python programs have in common: they run small programs with and without it."""

import glob
import os
import pathlib
import subprocess
import sys
import tempfile
import textwrap
import unittest

from trace_memory import TraceMemory

AGENT = os.environ["RINGSCOPE_PYTHON_AGENT"]


class RecordingTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="ringscope_python_")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, program, name="program.py"):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(program))
        return path

    def environment(self, **more):
        environment = {name: value for name, value in os.environ.items() if not name.startswith("RINGSCOPE")}
        environment["PYTHONDONTWRITEBYTECODE"] = "1"
        environment["PYTHONPATH"] = AGENT
        return environment | more

    def plain(self, *words, interpreter=(), **more):
        """Runs python3, with options of its own, without the recorder."""
        return subprocess.run([sys.executable, *interpreter, *map(str, words)], capture_output=True, text=True, cwd=self.folder,
                              env=self.environment(), **more)

    def recorded(self, *words, interpreter=(), options=(), trace="%p.trace", **more):
        """Runs python3 with it."""
        command = [sys.executable, *interpreter, "-m", "ringscope_record", *options, "--trace", trace, *map(str, words)]
        return subprocess.run(command, capture_output=True, text=True, cwd=self.folder, env=self.environment(), **more)

    def traces(self):
        """By number of the process. The files are gone afterwards."""
        traces = {}
        for path in glob.glob(str(self.folder / "*.trace*")):
            trace = TraceMemory(path)
            self.assertNotIn(trace.process_id, traces)
            traces[trace.process_id] = trace
            os.unlink(path)
        return traces

    def trace(self):
        (trace,) = self.traces().values()
        return trace

    def record(self, program, *arguments, options=()):
        """The trace memory of a program that ends well."""
        result = self.recorded(self.write(program), *arguments, options=options)
        self.assertEqual(result.stderr, "")
        self.assertEqual(result.returncode, 0)
        self.output = result.stdout
        return self.trace()
