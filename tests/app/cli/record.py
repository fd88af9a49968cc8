"""What the tests of `record` share: programs to record, and what is asked of the result. Has no tests."""

import json
import os
import shutil
import subprocess
import unittest

import binary
from binary import BinaryTest

# Burns processor time in a function that is called `work` in every language.
CPP = """
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <unistd.h>
__attribute__((noinline)) long work(long n) {
  long sum = 0;
  for (long i = 0; i < n; ++i) { sum += i * i % 7; asm volatile("" : : "r"(sum)); }
  return sum;
}
__attribute__((noinline)) char* keep(int n) { return static_cast<char*>(std::calloc(n, 1)); }
int main(int count, char** words) {
  const int rounds = std::atoi(words[1]);
  long sum = 0;
  std::vector<char*> kept;
  for (int i = 0; i < rounds; ++i) { sum += work(1000000); kept.push_back(keep(1000)); }
  std::printf("sum %ld\\n", sum);
  std::fprintf(stderr, "words to stderr\\n");
  std::fflush(stdout);
  if (count > 3) std::raise(std::atoi(words[3]));
  return count > 2 ? std::atoi(words[2]) : 0;
}
"""

JAVA = """
public class Burn {
  static int work(int n) { return n < 2 ? n : work(n - 1) + work(n - 2); }
  static byte[] keep(int n) { return new byte[n]; }
  public static void main(String[] words) throws Exception {
    long end = System.currentTimeMillis() + Integer.parseInt(words[0]);
    long sum = 0;
    while (System.currentTimeMillis() < end) sum += work(24) + keep(50000).length;
    System.out.println("done");
    System.exit(words.length > 1 ? Integer.parseInt(words[1]) : 0);
  }
}
"""

NODE = """
function work(n) { return n < 2 ? n : work(n - 1) + work(n - 2); }
function keep(n) { return new Array(n).fill(1); }
const end = Date.now() + Number(process.argv[2]);
let kept = [];
while (Date.now() < end) { work(20); kept = [keep(5000)]; }
console.log('done');
process.exitCode = Number(process.argv[3] || 0);
"""

PYTHON = """
import sys, time
def work(n):
    return n if n < 2 else work(n - 1) + work(n - 2)
end = time.time() + float(sys.argv[1])
while time.time() < end:
    work(12)
print("done")
sys.exit(int(sys.argv[2]) if len(sys.argv) > 2 else 0)
"""


def needs(*tools):
    missing = [tool for tool in tools if shutil.which(tool) is None]
    return unittest.skipIf(missing, f"not installed: {', '.join(missing)}")


def can_count():
    """Whether perf is there and may count."""
    if shutil.which("perf") is None:
        return False
    return subprocess.run(["perf", "stat", "-e", "cpu-clock:u", "true"], capture_output=True).returncode == 0


needs_perf = unittest.skipUnless(can_count(), "perf is not installed, or may not count here")


def needs_recorder_of_native(test):
    """Of processor time, of programs in machine code."""
    return unittest.skipUnless(can_count() or shutil.which("valgrind"), "neither perf, which may count, nor valgrind is here")(test)


class RecordTest(BinaryTest):
    def setUp(self):
        super().setUp()
        self.result = self.path("out.cct")

    def build(self, *options):
        """The C++ program above."""
        if shutil.which("c++") is None:
            self.skipTest("no compiler is installed")
        self.write("burn.cpp", CPP)
        program = self.path("burn")
        subprocess.run(["c++", "-O1", "-g", *options, "-o", program, self.path("burn.cpp")], check=True)
        return program

    def java(self):
        """The Java program above, as it is started."""
        self.write("Burn.java", JAVA)
        subprocess.run(["javac", "-d", self.folder, self.path("Burn.java")], check=True)
        return ["java", "-cp", self.folder, "Burn"]

    def record(self, *arguments, code=0, **options):
        """Runs it, checks that nothing but the result is left, and gives what it printed."""
        before = set(os.listdir(self.folder))
        run = subprocess.run([binary.program(), "record", *map(str, arguments)], capture_output=True, cwd=self.folder,
                             **options)
        self.assertEqual(run.returncode, code, run.stderr)
        left = set(os.listdir(self.folder)) - before
        self.assertLessEqual(left, {"out.cct"}, left)
        return run

    def methods(self, file, *options):
        """The rows; a note may say that the recorder lost records."""
        result = binary.run("methods", file, "--limit", "1000", "--json", *options)
        self.assertEqual(result.returncode, 0, result.stderr)
        return json.loads(result.stdout)

    def table(self, file=None):
        """Inclusive cost by function of the first metric."""
        return {one["name"]: one for one in self.methods(file or self.result)}

    def functions(self, file=None):
        return "\n".join(self.table(file))

    def functions_of(self, metric):
        """Those that cost something of it."""
        return [one["name"] for one in self.methods(self.result, "--metric", metric) if one["inclusive"] > 0]

    def attributes(self, file=None):
        executions = self.json("info", file or self.result, "--json")["executions"]
        self.assertEqual(len(executions), 1)
        return executions[0]["attributes"], executions[0]

    def has_recorder(self, name):
        listed = binary.run("record", "--list").stdout.decode()
        return any(line.split()[:2] == [name, "yes"] for line in listed.splitlines())

    def needs_recorder(self, name):
        if not self.has_recorder(name):
            self.skipTest(f"{name} is not here")

    def export_stacks(self):
        """As x.folded; a note may say which metrics it does not hold."""
        exported = binary.run("export", self.result, "-o", self.path("x.folded"))
        self.assertEqual(exported.returncode, 0, exported.stderr)
