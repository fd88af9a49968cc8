"""The recorders of native, Python and Java programs where something goes wrong: each time the program does what it does
anyway, there is a file that can be read or none, and a sentence where there is none.

RINGSCOPE is what reads. Recorders whose files are not told are left out: NATIVE_RECORDER and NATIVE_PROGRAM,
PYTHON_RECORDER, JAVA_RECORDER and JAVA_PROGRAMS.
"""

import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
import unittest

SCRIPT = """
import sys
def deep(n): return n if n < 2 else deep(n - 1) + 1
def wide(n): return sum(map(abs, range(n)))
rounds = 0
while rounds < 300 or sys.argv[1] == "forever":
    rounds += 1
    %s
    deep(150)
print("done")
"""


class Recorder:
    """How to start a program with it: words, and what is added to the environment."""

    def __init__(self, name, words, endless, settings):
        self.name, self.words, self.endless, self.settings = name, words, endless, settings


def recorders(folder):
    of = os.environ.get
    found = []
    if of("NATIVE_RECORDER") and of("NATIVE_PROGRAM"):
        words = [of("NATIVE_PROGRAM"), "none", "/dev/null"]
        found.append(Recorder("native", words + ["calls", "threads"], words + ["forever"],
                              lambda trace: ([], {"LD_PRELOAD": of("NATIVE_RECORDER"), "RINGSCOPE_TRACE": trace})))
    if of("PYTHON_RECORDER"):
        # Functions of many names: the trace grows.
        script = os.path.join(folder, "script.py")
        many = "\n".join(f"def f{i}(n): return wide(n) + {i}" for i in range(300))
        calls = "; ".join(f"f{i}(3)" for i in range(300))
        with open(script, "w") as file:
            file.write(many + SCRIPT % calls)
        found.append(Recorder("python", [sys.executable, script, "some"], [sys.executable, script, "forever"],
                              lambda trace: ([], {"PYTHONPATH": os.path.join(of("PYTHON_RECORDER"), "start"),
                                                  "RINGSCOPE_TRACE": trace})))
    if of("JAVA_RECORDER") and of("JAVA_PROGRAMS"):
        java = ["java", "-Xmx64m", "-cp", of("JAVA_PROGRAMS")]
        found.append(Recorder("java", java + ["Counting"], java + ["Ends", "forever"],
                              lambda trace: ([f"-javaagent:{of('JAVA_RECORDER')}=trace={trace}"], {})))
    return found


class TroubleTest(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.addCleanup(self.temporary.cleanup)
        self.folder = self.temporary.name
        self.all = recorders(self.folder)
        if not self.all:
            self.skipTest("no recorder was told")

    def command(self, recorder, words, trace):
        options, more = recorder.settings(trace)
        return [words[0], *options, *words[1:]], {**os.environ, **more}

    def run_recorded(self, recorder, trace, before=None):
        words, environment = self.command(recorder, recorder.words, trace)
        run = subprocess.run(words, env=environment, capture_output=True, preexec_fn=before)
        plain = subprocess.run(recorder.words, capture_output=True, preexec_fn=before)
        self.assertEqual((run.returncode, run.stdout), (plain.returncode, plain.stdout), run.stderr)
        return run.stderr.decode()

    def assert_readable(self, trace):
        read = subprocess.run([os.environ["RINGSCOPE"], "info", trace], capture_output=True)
        self.assertEqual(read.returncode, 0, read.stderr)
        return read.stdout.decode()

    def assert_file_or_sentence(self, trace, said):
        if os.path.exists(trace):
            self.assert_readable(trace)
        else:
            self.assertIn("ringscope: ", said)

    def small_disk(self, kilobytes):
        disk = os.path.join(self.folder, f"disk{kilobytes}")
        os.mkdir(disk)
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={kilobytes}k", "none", disk],
                                 capture_output=True)
        if mounted.returncode != 0:
            self.skipTest("only root may mount, and not in every container")
        self.addCleanup(subprocess.run, ["umount", disk], check=True)
        return disk

    def test_a_full_disk(self):
        for kilobytes in (64, 1024, 1536):
            disk = self.small_disk(kilobytes)
            for recorder in self.all:
                with self.subTest(recorder=recorder.name, kilobytes=kilobytes):
                    trace = os.path.join(disk, "trace")
                    said = self.run_recorded(recorder, trace)
                    self.assert_file_or_sentence(trace, said)
                    if kilobytes < 1024 or (os.path.exists(trace) and "not counted" in self.assert_readable(trace)):
                        self.assertIn("ringscope: ", said)
                    if os.path.exists(trace):
                        os.remove(trace)

    def test_a_read_only_folder(self):
        disk = self.small_disk(64)
        subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
        for recorder in self.all:
            with self.subTest(recorder=recorder.name):
                said = self.run_recorded(recorder, os.path.join(disk, "trace"))
                self.assertIn("Read-only file system", said)

    def test_few_addresses(self):
        for recorder in self.all:
            limit = 3_000_000_000 if recorder.name == "java" else 300_000_000
            with self.subTest(recorder=recorder.name):
                trace = os.path.join(self.folder, recorder.name)
                said = self.run_recorded(recorder, trace,
                                         lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)))
                self.assert_file_or_sentence(trace, said)

    def test_a_kill_at_any_moment(self):
        for recorder in self.all:
            files = 0
            for moment in range(12):
                with self.subTest(recorder=recorder.name, moment=moment):
                    trace = os.path.join(self.folder, f"{recorder.name}{moment}")
                    words, environment = self.command(recorder, recorder.endless, trace)
                    process = subprocess.Popen(words, env=environment, stdout=subprocess.DEVNULL,
                                               stderr=subprocess.DEVNULL)
                    time.sleep(0.1 * moment)
                    process.kill()
                    self.assertEqual(process.wait(), -signal.SIGKILL)
                    # Before it has a header it is empty, and none.
                    if os.path.exists(trace):
                        with open(trace, "rb") as file:
                            if file.read(8) != b"RSTRACE1":
                                continue
                        files += 1
                        self.assert_readable(trace)
            self.assertGreater(files, 0, recorder.name)


if __name__ == "__main__":
    unittest.main()
