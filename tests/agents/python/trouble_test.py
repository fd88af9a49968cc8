"""Where the recorder cannot write or has no memory the program runs as it is, and one line says so."""

import os
import resource
import shutil
import subprocess
import sys
import unittest

from recording import AGENT, RecordingTest

PROGRAM = """
def work(n):
    return n and work(n - 1)
for n in range(300):
    work(n)
print("done")
"""


class Trouble(RecordingTest):
    def check_runs(self, result, said):
        self.assertEqual(result.stdout, "done\n")
        self.assertEqual(result.returncode, 0)
        lines = result.stderr.splitlines()
        self.assertEqual(len(lines), 1, result.stderr)
        self.assertTrue(lines[0].startswith("ringscope: "), lines)
        self.assertIn(said, lines[0])

    def test_no_place_to_write_to(self):
        self.write(PROGRAM)
        self.check_runs(self.recorded("program.py", trace="/proc/nowhere/x.trace"), "No such file")
        self.check_runs(self.recorded("program.py", trace="missing/folder/x.trace"), "No such file")

    def test_read_only_folder(self):
        self.write(PROGRAM)
        if os.getuid() == 0:
            self.check_runs(self.recorded("program.py", trace="/sys/x.trace"), "")
        else:
            self.folder.chmod(0o500)
            self.check_runs(self.recorded("program.py"), "Permission denied")
            self.folder.chmod(0o700)

    def test_a_limit(self):
        self.write(PROGRAM.replace("300", "200") + "\nfor n in range(5000): exec(f'def f{n}(): pass\\nf{n}()')\n")
        result = self.recorded("program.py", options=["--limit", "320K"])
        self.check_runs(result, "")
        trace = self.trace()
        self.assertGreater(trace.lost_calls, 0)
        self.assertGreater(trace.sums("calls")["work"], 0)

    def test_a_lost_call_is_counted_once_whatever_is_lost(self):
        """Without memory for the line that calls, or for what it calls."""
        program = self.write("""
            def both(depth):
                if depth:
                    both(depth - 1)
                    both(depth - 1)
            both(14)
            """)
        calls = []
        for options in ([], ["--call-sites"], ["--call-sites", "--limit", "1M"]):
            result = self.recorded(program, options=options)
            self.assertEqual(result.returncode, 0, result.stderr)
            trace = self.trace()
            calls.append(sum(node.values["calls"] for node in trace.nodes.values()) + trace.lost_calls)
        self.assertGreater(trace.lost_calls, 1000)
        self.assertEqual(calls, calls[:1] * 3)

    def test_functions_that_are_met_while_descriptors_are_full(self):
        self.write("""
import resource
resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))
made = {}
for i in range(4000):
    exec(f"def {'x' * 200}_{i}(n): return n", made)
functions = [made[f"{'x' * 200}_{i}"] for i in range(4000)]
full = []
try:
    while True:
        full.append(open("/dev/null"))
except OSError:
    pass
for one in functions:
    one(1)
for one in full:
    one.close()
for _ in range(3):
    for one in functions:
        one(2)
print("done")
""")
        self.check_runs(self.recorded("program.py"), "until it can")
        trace = self.trace()
        self.assertGreater(trace.lost_calls, 0)
        calls = [count for name, count in trace.sums("calls").items() if name.startswith("xxx")]
        self.assertEqual(len(calls), 4000)
        # It is tried again now and then, not for each call.
        self.assertGreater(sum(calls), 3 * 4000 - 2048)

    def test_little_memory(self):
        self.write(PROGRAM)
        plain = self.plain("program.py")
        self.assertEqual(plain.stdout, "done\n")
        for mebibytes in (60, 100, 200, 400):
            limit = mebibytes << 20
            result = self.recorded("program.py",
                                   preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)))
            self.assertIn(result.stdout, ("done\n", ""))
            if result.stdout:
                self.assertEqual(result.returncode, 0, result.stderr)
            for trace in self.traces().values():
                self.assertGreater(trace.sums("calls")["work"] + trace.lost_calls, 0)

    def test_a_file_that_is_there_stays(self):
        self.write(PROGRAM)
        (self.folder / "x.trace").write_text("mine")
        self.assertEqual(self.recorded("program.py", trace="x.trace").stderr, "")
        self.assertEqual((self.folder / "x.trace").read_text(), "mine")
        self.assertTrue((self.folder / "x.trace.2").exists())

    def test_nothing_is_asked_for(self):
        self.write(PROGRAM)
        environment = self.environment(PYTHONPATH=os.path.join(AGENT, "start"))
        result = subprocess.run([sys.executable, "program.py"], capture_output=True, text=True, cwd=self.folder,
                                env=environment)
        self.assertEqual((result.stdout, result.stderr), ("done\n", ""))
        self.assertEqual(self.traces(), {})

    def test_an_interpreter_without_a_recorder(self):
        self.write(PROGRAM)
        shutil.copytree(AGENT, self.folder / "agent", symlinks=False, ignore=shutil.ignore_patterns("*.so", "__pycache__"))
        environment = self.environment(PYTHONPATH=str(self.folder / "agent"))
        result = subprocess.run([sys.executable, "-m", "ringscope_record", "program.py"], capture_output=True, text=True,
                                cwd=self.folder, env=environment)
        self.assertEqual(result.returncode, 2)
        self.assertIn("was not built for Python", result.stderr)


if __name__ == "__main__":
    unittest.main()
