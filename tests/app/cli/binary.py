"""What the tests of the real binary share: they look at exit codes, stdout, stderr and files. Has no tests."""

import csv
import fcntl
import io
import json
import os
import pty
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
import unittest

# A shell that starts tests in the background has SIGINT ignored, which every program started from here would inherit.
signal.signal(signal.SIGINT, signal.default_int_handler)

SOURCE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))

# Fig. 1 of Moret et al.: executed bytecodes of 18 contexts.
WORKED_EXAMPLE = """main 1066
main;f 180
main;f;g 180
main;f;g;h 60
main;f;g;h;i 50
main;f;g;g 90
main;f;g;g;h 60
main;f;g;g;h;i 50
main;f;h 120
main;f;h;i 100
main;g 180
main;g;h 60
main;g;h;i 50
main;g;g 90
main;g;g;h 60
main;g;g;h;i 50
main;h 432
main;h;i 360
"""

# "Performance evolution blueprint": JDOM's benchmark in two versions.
JDOM_BEFORE = "build 9\nbuild;parse 495\nbuild;createParser 404\nbuild;createContentHandler 34\n"
JDOM_AFTER = ("build;parse_proxy 1\nbuild;parse_proxy;parse 385\nbuild;parse_proxy;new_method 699\n"
              "build;createParser 784\nbuild;createContentHandler 36\n")

# Two modules, threads, two events.
PERF = """tool 10/21 1.001: 5 cycles:
\t1000 work+0x1 (/bin/tool)
\t2000 main+0x1 (/bin/tool)

tool 10/21 1.002: 7 misses:
\t1000 work+0x1 (/bin/tool)
\t2000 main+0x1 (/bin/tool)

tool 10/22 1.003: 30 cycles:
\t3000 memcpy+0x1 (/lib/libc.so)
\t1000 work+0x1 (/bin/tool)
\t2000 main+0x1 (/bin/tool)

"""

_program = ""


def speedscope(frames, samples, weights, unit="none"):
    """A profile of sampled stacks, lists of places in `frames`, the outermost first."""
    return json.dumps({
        "$schema": "https://www.speedscope.app/file-format-schema.json", "shared": {"frames": frames},
        "profiles": [{"type": "sampled", "name": "p", "unit": unit, "startValue": 0, "endValue": sum(weights),
                      "samples": samples, "weights": weights}]})


def wait_until_busy(process, names, seconds=0.3):
    """Waits until programs called one of `names`, started by `process` or below it, have taken that much processor time; or until it
    ends."""
    while process.poll() is None:
        parents, ticks = {}, {}
        for entry in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{entry}/stat", encoding="utf-8", errors="replace") as file:
                    head, _, rest = file.read().rpartition(")")
            except OSError:
                continue
            fields = rest.split()
            parents[int(entry)] = int(fields[1])
            if head.partition("(")[2] in names:
                ticks[int(entry)] = int(fields[11]) + int(fields[12])
        for pid, taken in ticks.items():
            above = pid
            while above not in (0, process.pid):
                above = parents.get(above, 0)
            if above == process.pid and taken >= seconds * os.sysconf("SC_CLK_TCK"):
                return
        time.sleep(0.01)


def main():
    """Runs the tests of the calling file on the program that its first argument names."""
    global _program
    _program = os.path.abspath(sys.argv.pop(1))
    unittest.main(verbosity=1)


def program():
    """The path of the binary."""
    return _program


def run(*arguments, **options):
    return subprocess.run([_program, *map(str, arguments)], capture_output=True, **options)


def on_terminal(width, *arguments):
    """What the program prints on a terminal of so many columns."""
    ours, its = pty.openpty()
    fcntl.ioctl(its, termios.TIOCSWINSZ, struct.pack("HHHH", 40, width, 0, 0))
    program = subprocess.Popen([_program, *map(str, arguments)], stdin=subprocess.DEVNULL, stdout=its,
                               stderr=subprocess.DEVNULL)
    os.close(its)
    text = b""
    try:
        while part := os.read(ours, 1 << 16):
            text += part
    except OSError:  # the program closed its side
        pass
    os.close(ours)
    program.wait()
    return text.decode().replace("\r\n", "\n")


class BinaryTest(unittest.TestCase):
    """A folder that goes away afterwards, with two examples in it."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.example = self.write("example.folded", WORKED_EXAMPLE)
        self.perf = self.write("two.perf", PERF)

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, contents):
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        mode = "wb" if isinstance(contents, bytes) else "w"
        with open(self.path(name), mode) as file:
            file.write(contents)
        return self.path(name)

    def read(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def text_of(self, name):
        return self.read(name).decode()

    def ok(self, *arguments):
        result = run(*arguments)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(result.stderr, b"")
        return result.stdout

    def notes(self, *arguments):
        """Exit code 0 and nothing but notes on stderr, which are returned without the word."""
        result = run(*arguments)
        self.assertEqual(result.returncode, 0, result.stderr)
        lines = result.stderr.decode("utf-8", "replace").splitlines()
        for line in lines:
            self.assertTrue(line.startswith("note: "), line)
        return [line[len("note: "):] for line in lines]

    def noted(self, *arguments):
        """The one note."""
        notes = self.notes(*arguments)
        self.assertEqual(len(notes), 1, notes)
        return notes[0]

    def json(self, *arguments):
        return json.loads(self.ok(*arguments))

    def fails(self, *arguments, **options):
        """Exit code 2, nothing on stdout, one line on stderr, which is returned."""
        result = run(*arguments, **options)
        self.assertEqual(result.returncode, 2, result.stdout + result.stderr)
        self.assertEqual(result.stdout, b"")
        lines = result.stderr.decode("utf-8", "replace").split("\n")
        self.assertEqual(len(lines), 2, result.stderr)
        self.assertEqual(lines[1], "")
        return lines[0]

    def made(self, name, *arguments):
        """The file that a command writes."""
        self.ok(*arguments, "-o", self.path(name))
        return self.path(name)

    def convert(self, source, name):
        return self.made(name, "convert", source)

    def answers_no(self, *arguments):
        result = run(*arguments)
        self.assertEqual((result.returncode, result.stderr), (1, b""))
        return result.stdout

    def csv(self, *arguments):
        return list(csv.reader(io.StringIO(self.ok(*arguments).decode())))
