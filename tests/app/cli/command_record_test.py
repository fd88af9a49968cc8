"""Recording programs with the tools that are installed. usage: command_record_test.py RINGSCOPE"""

import glob
import json
import os
import re
import shlex
import shutil
import signal
import stat
import subprocess
import sys
import time
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
    while (System.currentTimeMillis() < end) sum += work(15) + keep(50000).length;
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
while (Date.now() < end) { work(15); kept = [keep(5000)]; }
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


class RecordTest(BinaryTest):
    def setUp(self):
        super().setUp()
        self.result = self.path("out.cct")

    def build(self, *options):
        """The program above."""
        if shutil.which("c++") is None:
            self.skipTest("no compiler is installed")
        self.write("burn.cpp", CPP)
        program = self.path("burn")
        subprocess.run(["c++", "-O1", "-g", *options, "-o", program, self.path("burn.cpp")], check=True)
        return program

    def record(self, *arguments, code=0, **options):
        """Runs it, checks that nothing but the result is left, and gives what it printed."""
        before = set(os.listdir(self.folder))
        run = subprocess.run([binary.program(), "record", *map(str, arguments)], capture_output=True, cwd=self.folder,
                             **options)
        self.assertEqual(run.returncode, code, run.stderr)
        left = set(os.listdir(self.folder)) - before
        self.assertLessEqual(left, {"out.cct"}, left)
        return run

    def table(self, file=None):
        """Inclusive cost by function of the first metric."""
        return {one["name"]: one for one in self.json("methods", file or self.result, "--limit", "1000", "--json")}

    def functions(self, file=None):
        return "\n".join(self.table(file))

    def attributes(self, file=None):
        executions = self.json("info", file or self.result, "--json")["executions"]
        self.assertEqual(len(executions), 1)
        return executions[0]["attributes"], executions[0]

    # -- functions that are left out

    def has_recorder(self, name):
        listed = binary.run("record", "--list").stdout.decode()
        return any(line.split()[:1] == [name] and "not built" not in line for line in listed.splitlines())

    def needs_recorder(self, name):
        if not self.has_recorder(name):
            self.skipTest(f"{name} is not here")

    def test_leave_out_needs_a_recorder_of_every_call(self):
        said = self.fails("record", "--leave-out", "f", "--tool", "node", "--", "node", "x.js") \
            if shutil.which("node") else self.fails("record", "--leave-out", "f", "--", "true")
        self.assertIn("--leave-out: expected one of our own recorders", said)
        self.needs_recorder("agent-python")
        self.assertIn("found 'a;b'", self.fails("record", "--calls", "--leave-out", "a;b", "--", "python3", "-c", "0"))

    def test_leave_out_of_native(self):
        self.needs_recorder("agent-native")
        self.write("tiny.cpp", """
            namespace { __attribute__((noinline)) int tiny(int n) { asm volatile("" : "+r"(n)); return n + 1; } }
            __attribute__((noinline)) int often() { int n = 0; while (n < 3000000) n = tiny(n); return n; }
            int main() { return often() == 0; }
            """)
        program = self.path("tiny")
        subprocess.run(["c++", "-O1", "-g", "-finstrument-functions", "-o", program, self.path("tiny.cpp")], check=True)
        said = self.record("--calls", "-o", self.result, "--", program).stderr.decode()
        found = re.search(r"; (--leave-out .*) leaves them to their callers", said)
        self.assertEqual(len([name for name in self.table() if "tiny" in name]), 1)
        # What is said can be copied. On a machine that does much else the program's time may be the larger part.
        options = shlex.split(found[1]) if found else ["--leave-out", "tiny"]
        said = self.record("--calls", *options, "-o", self.result, "--", program).stderr.decode()
        self.assertNotIn("--leave-out", said)
        after = self.table()
        self.assertEqual([name for name in after if "tiny" in name], [])
        often = next(one for name, one in after.items() if name.startswith("often"))
        self.assertEqual(often["self"], often["inclusive"])
        self.assertIn("tiny", self.attributes()[0]["left out"])

    def test_leave_out_of_python(self):
        self.needs_recorder("agent-python")
        self.write("script.py", "def inner(): return 1\ndef outer(): return inner() + inner()\nouter()\n")
        for options in ([], ["--leave-out", "__main__.outer", "--leave-out", "x*"]):
            self.record("--calls", *options, "-o", self.result, "--", "python3", "script.py")
            calls = self.json("table", self.result, "--json")
            self.assertEqual("outer" in self.table(), not options, calls)
            self.assertIn("inner", self.table())

    def test_leaving_out_what_is_not_there_is_said(self):
        self.needs_recorder("agent-python")
        self.write("child.py", "def only_here(): pass\nonly_here()\n")
        self.write("script.py", "import subprocess, sys\ndef f(): pass\nf()\nsubprocess.run([sys.executable, 'child.py'])\n")
        options = [word for name in ("f", "only_here", "nowhere") for word in ("--leave-out", name)]
        said = self.record("--calls", *options, "-o", self.result, "--", "python3", "script.py").stderr.decode()
        for text in said, "\n".join(self.json("info", self.result, "--json")["notes"]):
            self.assertEqual(re.findall(r"--leave-out (\w+): no function with such a name was met", text), ["nowhere"])

    def test_sizes_of_inputs(self):
        self.needs_recorder("agent-python")
        self.write("script.py", "def total(of):\n  s = 0\n  for x in of: s += x\n  return s\n"
                                "for n in range(1, 40): total(list(range(n * 100)))\n")
        for options in (["--calls", "--sizes"], ["--sizes"]):
            said = self.record(*options, "-o", self.result, "--", "python3", "script.py").stderr.decode()
            self.assertIn("agent-python", said)
            self.assertNotIn("no sizes", said)
            fits = json.loads(self.ok("fit", self.result, "--json"))
            self.assertIn("total", json.dumps(fits))
        self.record("--calls", "-o", self.result, "--", "python3", "script.py")
        self.assertNotEqual(binary.run("fit", self.result, "--json").returncode, 0)

    def test_tools_that_know_no_sizes_say_so(self):
        self.needs_recorder("agent-native")
        self.write("tiny.cpp", "__attribute__((noinline)) int f() { return 1; }\nint main() { return f() - 1; }\n")
        subprocess.run(["c++", "-g", "-finstrument-functions", "-o", self.path("tiny"), self.path("tiny.cpp")], check=True)
        said = self.record("--calls", "--sizes", "-o", self.result, "--", self.path("tiny")).stderr.decode()
        sentence = "no sizes of inputs, which agent-native does not know, but agent-python does of Python programs"
        self.assertEqual(said.count(sentence), 2, said)
        self.assertIn(sentence.capitalize()[:20], self.json("info", self.result, "--json")["notes"][0])

    def test_leave_out_of_java(self):
        self.needs_recorder("agent-java")
        self.write("Burn.java", JAVA)
        subprocess.run(["javac", "-d", self.folder, self.path("Burn.java")], check=True)
        run = self.record("--calls", "--leave-out", "Burn.work", "-o", self.result, "--", "java", "-cp", self.folder, "Burn",
                          "50")
        self.assertEqual(run.stdout, b"done\n")
        self.assertIn("Burn.keep", self.table())
        self.assertNotIn("Burn.work", self.table())

    # -- the command line

    def export_stacks(self):
        """As x.folded; a note may say which metrics it does not hold."""
        exported = binary.run("export", self.result, "-o", self.path("x.folded"))
        self.assertEqual(exported.returncode, 0, exported.stderr)

    def test_usage(self):
        self.assertIn("expected a command", self.fails("record"))
        self.assertIn("expected one of --cpu, --calls", self.fails("record", "--cpu", "--heap", "--", "true"))
        self.assertIn("--tool: expected one of perf-fp", self.fails("record", "--tool", "gprof", "--", "true"))
        self.assertIn("expected the name of a .cct file", self.fails("record", "-o", self.path("x.folded"), "--", "true"))
        self.assertIn("no such folder", self.fails("record", "-o", self.path("none/x.cct"), "--", "true"))
        self.assertIn("found --pid", self.fails("record", "--pid", "1", "--runs", "2"))

    def test_command_that_does_not_exist(self):
        run = self.record("-o", self.result, "--", self.path("nothing"), code=127)
        self.assertIn(b"cannot start", run.stderr)
        self.assertFalse(os.path.exists(self.result))

    def test_what_cannot_be_started(self):
        script = self.write("not_executable", "exit 3\n")
        stranger = self.write("stranger", "#!/nowhere/interpreter\n")
        os.chmod(stranger, 0o755)
        for command, code, reason in ((script, 126, b"Permission denied"), (self.folder, 126, b"Permission denied"),
                                      (stranger, 127, b"No such file")):
            run = self.record("-q", "-o", self.result, "--", command, code=code)
            self.assertRegex(run.stderr, rb"^record: cannot start .*: " + reason)

    def test_list(self):
        text = self.ok("record", "--list").decode()
        for name in ("perf-fp", "heaptrack", "callgrind", "jfr", "node", "py-spy", "uftrace", "agent-java"):
            self.assertRegex(text, rf"(?m)^{name} +(yes|no)")
        self.assertIn("perf: sees", text)

    def test_list_says_how_to_get_tools(self):
        empty = self.path("empty")
        os.mkdir(empty)
        result = subprocess.run([binary.program(), "record", "--list"], capture_output=True,
                                env={**os.environ, "PATH": empty})
        self.assertEqual(result.returncode, 0)
        self.assertRegex(result.stdout.decode(), r"perf is not installed: (sudo )?apt-get install linux-(perf|tools-generic)")

    # -- native programs

    @needs_perf
    def test_perf_with_frame_pointers(self):
        program = self.build("-fno-omit-frame-pointer")
        run = self.record("-o", self.result, "--", program, 300, 7, code=7)
        self.assertTrue(run.stdout.startswith(b"sum "), run.stdout)
        self.assertEqual(run.stdout.count(b"\n"), 1)
        lines = run.stderr.decode().split("\n")
        self.assertIn("recording with perf-fp", lines[0])
        self.assertIn("keeps frame pointers", lines[0])
        self.assertEqual(lines[1], "words to stderr")
        self.assertTrue(lines[2].startswith(f"ringscope: {self.result}: "), lines[2])
        self.assertRegex(self.functions(), r"(?m)^work(\(|$)")
        attributes, execution = self.attributes()
        self.assertEqual(attributes["command"], f"{program} 300 7")
        self.assertEqual(attributes["exit code"], "7")
        self.assertRegex(attributes["tool"], r"^perf-fp, perf version ")
        self.assertIn("processor", attributes)
        self.assertIn("time", execution)

    @needs_perf
    def test_perf_without_frame_pointers(self):
        program = self.build("-fomit-frame-pointer")
        run = self.record("-o", self.result, "--frequency", 200, "--", program, 300)
        self.assertIn(b"recording with perf-dwarf", run.stderr)
        self.assertIn(b"-fno-omit-frame-pointer", run.stderr)
        self.export_stacks()
        self.assertRegex(self.read("x.folded").decode(), r"main;work[( ]")

    @needs_perf
    def test_the_program_has_the_signal_mask_that_it_would_have(self):
        words = ["sh", "-c", "grep SigBlk /proc/self/status"]
        alone = subprocess.run(words, capture_output=True, check=True).stdout
        self.assertEqual(self.record("-q", "--tool", "perf-dwarf", "-o", self.result, "--", *words).stdout, alone)

    def test_signals_are_ignored_and_blocked_as_they_would_be(self):
        tools = [tool for tool in ("agent-python", "callgrind") if self.has_recorder(tool)] + \
            (["perf-dwarf", "perf-fp"] if can_count() else [])
        if not tools:
            self.skipTest("no recorder is here")
        words = {tool: ["python3", "-c", "print(open('/proc/self/status').read())"] if tool == "agent-python" else
                 ["grep", "Sig", "/proc/self/status"] for tool in tools}
        # Python changes those of its own process; what is asked is what it was given.
        given = lambda text: re.findall(rb"(Sig(?:Blk|Ign)):\s*(\w+)", text)
        ignored = (signal.SIGPIPE, signal.SIGXFSZ, signal.SIGINT, signal.SIGHUP, signal.SIGTERM, signal.SIGUSR1)

        def some():
            for number in (signal.SIGPIPE, signal.SIGXFSZ):
                signal.signal(number, signal.SIG_DFL)  # the tests' own ignore them

        def many():
            for number in ignored:
                signal.signal(number, signal.SIG_IGN)
            signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR2, signal.SIGTERM])

        for before in (some, many):
            for tool in tools:
                alone = subprocess.run(words[tool], capture_output=True, check=True, preexec_fn=before, restore_signals=False)
                run = self.record("-q", "--runs", 2, "--tool", tool, "-o", self.result, "--", *words[tool],
                                  preexec_fn=before, restore_signals=False)
                # The second run is after what the first one left was read.
                self.assertEqual(given(run.stdout), 2 * given(alone.stdout), tool)

    @needs_perf
    def test_stacks_begin_where_the_program_does(self):
        # Were perf attached in front of exec(), it would take callers for code of ringscope in half of all runs.
        program = self.build("-fomit-frame-pointer")
        for _ in range(6):
            self.record("-q", "-o", self.result, "--", program, 100)
            self.export_stacks()
            stacks = [line.rsplit(" ", 1) for line in self.read("x.folded").decode().splitlines()]
            cost = sum(int(count) for _, count in stacks)
            begun = sum(int(count) for stack, count in stacks if re.match(r"_start[;( ]", stack))
            self.assertGreater(begun, 0.9 * cost, stacks)
            self.assertNotIn("[ringscope]", self.functions())

    @needs_perf
    def test_no_samples_are_explained(self):
        told = self.record("-o", self.result, "--frequency", "100", "--", "true").stderr.decode()
        self.assertRegex(told, r"no samples: it ran for .* ms, too short for 100 samples a second; a higher --frequency")
        told = self.record("-o", self.result, "--quiet", "--frequency", "100", "--", "true").stderr
        self.assertEqual(told, b"")
        told = self.record("-o", self.result, "--frequency", "100", "--", "sleep", "0.8").stderr.decode()
        if "0 contexts" in told:  # it may be met where it starts
            self.assertRegex(told, r"no samples: it ran for \d.* and used next to no processor time")

    @needs("node")
    def test_of_a_script_what_can_be_recorded_is(self):
        self.needs_recorder("agent-native")
        program = self.build("-finstrument-functions")
        self.write("burn.js", NODE)
        script = self.write("start.sh", f"#!/bin/sh\n{program} 1\nnode burn.js 50\n")
        os.chmod(script, 0o755)
        run = self.record("--calls", "--tool", "agent", "-o", self.result, "--", script)
        self.assertEqual(run.stderr.decode().count("not node, which the script starts too"), 2, run.stderr)
        self.assertEqual(run.stdout.split()[-1], b"done")
        self.assertTrue(any("work" in name for name in self.table()), self.table())

    @needs_perf
    def test_what_it_falls_back_to_is_the_first_line(self):
        if subprocess.run(["perf", "stat", "-e", "cycles:u", "true"], capture_output=True).stderr.find(b"not supported") < 0:
            self.skipTest("this machine has hardware counters")
        program = self.build()
        run = self.record("-o", self.result, "--", program, 30)
        sentence = "software clock, as this machine has no hardware counters"
        self.assertIn(f"{self.result}: {sentence};", run.stderr.decode())
        self.assertIn(sentence.capitalize() + ".", self.json("info", self.result, "--json")["notes"][0])

    @needs_perf
    def test_signals_are_the_programs_own(self):
        program = self.build()
        run = subprocess.run([binary.program(), "record", "-o", self.result, "--", program, "20", "0", str(int(signal.SIGUSR1))],
                             capture_output=True)
        self.assertEqual(run.returncode, -signal.SIGUSR1)
        self.assertEqual(self.attributes()[0]["signal"], str(int(signal.SIGUSR1)))

    @needs_perf
    def test_interrupt_keeps_what_there_is(self):
        program = self.build("-fno-omit-frame-pointer")
        run = subprocess.Popen([binary.program(), "record", "-o", self.result, "--", program, "1000000"],
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(2)
        run.send_signal(signal.SIGINT)
        self.assertEqual(run.wait(), -signal.SIGINT)
        self.assertRegex(self.functions(), r"(?m)^work(\(|$)")
        self.assertEqual([name for name in os.listdir(self.folder) if name.startswith(".")], [])

    @needs_perf
    def test_duration(self):
        program = self.build("-fno-omit-frame-pointer")
        begin = time.monotonic()
        run = subprocess.run([binary.program(), "record", "--duration", "1", "-o", self.result, "--", "sh", "-c",
                              f"{program} 1000000; true"], capture_output=True)
        self.assertLess(time.monotonic() - begin, 60)
        self.assertEqual(run.returncode, -signal.SIGINT, run.stderr)
        self.assertRegex(self.functions(), r"(?m)^work(\(|$)")

    @needs_perf
    def test_process_that_runs_already(self):
        program = self.build("-fno-omit-frame-pointer")
        process = subprocess.Popen([program, "1000000"], stdout=subprocess.DEVNULL)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        self.record("--pid", process.pid, "--duration", 1, "-o", self.result)
        self.assertIsNone(process.poll())
        self.assertRegex(self.functions(), r"(?m)^work(\(|$)")
        self.assertEqual(self.attributes()[0]["process"], str(process.pid))

    @needs_perf
    def test_runs_are_compared(self):
        program = self.build("-fno-omit-frame-pointer")
        self.record("--runs", 3, "-o", self.result, "--", program, 100)
        info = self.json("info", self.result, "--json")
        self.assertEqual([one["name"] for one in info["executions"]], ["run 1", "run 2", "run 3"])
        shutil.move(self.result, self.path("before.cct"))
        self.record("--runs", 3, "-o", self.result, "--", program, 300)
        comparison = self.json("compare", self.path("before.cct"), self.result, "--json")
        self.assertEqual(len(comparison["executions"]), 6)
        text = self.ok("compare", self.path("before.cct"), self.result).decode()
        self.assertIn("before.cct, run 2", text)

    @needs_perf
    def test_standard_input_reaches_the_program(self):
        run = self.record("-o", self.result, "--", "sh", "-c", "cat; i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done",
                          input=b"from outside")
        self.assertEqual(run.stdout, b"from outside")

    def test_result_is_never_written_over_without_a_name(self):
        if not can_count():
            self.skipTest("perf is not installed, or may not count here")
        program = self.build()
        for _ in range(2):
            subprocess.run([binary.program(), "record", "-q", "--", program, "50"], capture_output=True, cwd=self.folder,
                           check=True)
        self.assertEqual(sorted(glob.glob(self.path("*.cct"))), [self.path("burn-2.cct"), self.path("burn.cct")])

    def test_recordings_at_once_have_names_of_their_own(self):
        if not can_count():
            self.skipTest("perf is not installed, or may not count here")
        program = self.build()
        runs = [subprocess.Popen([binary.program(), "record", "-q", "--", program, "50"], stdout=subprocess.DEVNULL,
                                 stderr=subprocess.DEVNULL, cwd=self.folder) for _ in range(3)]
        self.assertEqual([run.wait() for run in runs], [0, 0, 0])
        self.assertEqual(sorted(glob.glob(self.path("*.cct"))),
                         [self.path(name) for name in ("burn-2.cct", "burn-3.cct", "burn.cct")])
        for name in glob.glob(self.path("*.cct")):
            self.ok("verify", name)

    @needs_perf
    def test_what_cannot_be_written_is_kept(self):
        program = self.build()
        run = subprocess.run([binary.program(), "record", "-q", "-o", self.result, "--", "sh", "-c",
                              f"{program} 50; mkdir {self.result}"], capture_output=True, cwd=self.folder)
        self.assertEqual(run.returncode, 2)
        kept = re.search(r"; the recording is kept as (\S+)\n$", run.stderr.decode())
        self.assertIsNotNone(kept, run.stderr)
        self.assertRegex(self.functions(kept[1]), r"(?m)^work(\(|$)")

    @needs_perf
    def test_nothing_but_a_recording_is_written_over(self):
        program = self.build()
        before = self.read(os.path.basename(program))
        notes = self.path("notes.cct")
        with open(notes, "w") as file:
            file.write("to keep")
        for output, what in ((program, "another file than one that the command names"),
                             (notes, "a new file, or a .cct file to replace, found another file"),
                             (self.path("."), "a file to write, found a folder")):
            run = self.record("-o", output, "--", program, 30, code=2)
            self.assertEqual(run.stderr.decode(), f"{output}: expected {what}\n")
            self.assertEqual(run.stdout, b"", "it was started")
        self.assertEqual(self.read(os.path.basename(program)), before)
        self.assertEqual(self.read("notes.cct"), b"to keep")
        for _ in range(2):
            self.record("-q", "-o", self.result, "--", program, 30)

    @needs_perf
    def test_quiet(self):
        run = self.record("-q", "-o", self.result, "--", self.build(), 30)
        self.assertEqual(run.stderr, b"words to stderr\n")

    @needs("heaptrack")
    def test_heaptrack(self):
        run = self.record("--heap", "-o", self.result, "--", self.build(), 50, 3, code=3)
        self.assertIn(b"recording with heaptrack", run.stderr)
        self.assertTrue(run.stdout.startswith(b"sum "))
        self.assertRegex(self.functions(), r"(?m)^keep\(")

    @needs("heaptrack")
    def test_heaptrack_has_nothing_to_write(self):
        self.write("close.cpp", "#include <cstdlib>\n#include <unistd.h>\n"
                   "int main() { for (int i = 3; i < 64; ++i) close(i); free(malloc(8)); _exit(0); }\n")
        program = self.path("close")
        subprocess.run(["c++", "-o", program, self.path("close.cpp")], check=True)
        run = self.record("-q", "--heap", "-o", self.result, "--", program, code=2)
        self.assertRegex(run.stderr, rb"^record: heaptrack left no profile: the program ended, or closed ")

    @needs("valgrind")
    def test_dhat_follows_children(self):
        program = self.build()
        run = self.record("--heap", "--tool", "dhat", "-o", self.result, "--", "sh", "-c", f"{program} 5; {program} 6; exit 4",
                          code=4)
        self.assertEqual(run.stdout.count(b"sum "), 2)
        self.export_stacks()
        processes = {line.split(";")[0] for line in self.read("x.folded").decode().splitlines() if "keep(" in line}
        self.assertEqual(len(processes), 2, processes)

    @needs("valgrind")
    def test_callgrind(self):
        run = self.record("--tool", "callgrind", "-o", self.result, "--", self.build(), 3)
        self.assertEqual(run.stderr.split(b"\n")[1], b"words to stderr")
        self.assertRegex(self.functions(), r"(?m)^work(\(|$)")

    @needs("uftrace")
    def test_uftrace(self):
        run = self.record("--calls", "--tool", "uftrace", "-o", self.result, "--", self.build("-finstrument-functions"), 5, 6,
                          code=6)
        self.assertTrue(run.stdout.startswith(b"sum "), run.stdout)
        self.assertIn("work", self.functions())

    def test_calls_of_a_program_that_was_not_built_for_it(self):
        program = self.build()
        error = self.fails("record", "--calls", "--tool", "uftrace", "--", program, "1")
        if shutil.which("uftrace"):
            self.assertIn("build it with `-g -finstrument-functions -finstrument-functions-exclude-file-list=/usr/`", error)
        else:
            self.assertIn("uftrace is not installed", error)

    # -- Java

    def java(self):
        self.write("Burn.java", JAVA)
        subprocess.run(["javac", "-d", self.folder, self.path("Burn.java")], check=True)
        return ["java", "-cp", self.folder, "Burn"]

    @needs("java", "javac")
    def test_flight_recorder(self):
        java = self.java()
        for measure, name in (("--cpu", "work"), ("--heap", "keep")):
            run = self.record(measure, "-o", self.result, "--", *java, 1500, 5, code=5)
            self.assertEqual(run.stdout, b"done\n")
            self.assertEqual(len(run.stderr.splitlines()), 2, run.stderr)
            self.assertIn(name, self.functions())
            os.remove(self.result)

    @needs("java", "javac")
    def test_java_in_a_script_and_killed(self):
        script = self.write("start.sh", "#!/bin/sh\n" + " ".join(["exec", *self.java(), "$1"]) + "\n")
        os.chmod(script, 0o755)
        run = self.record("-o", self.result, "--", script, 1000)
        self.assertIn(b"JAVA_TOOL_OPTIONS", run.stderr)
        self.assertIn("work", self.functions())

    # -- Node.js

    @needs("node")
    def test_node(self):
        script = self.write("burn.js", NODE)
        for measure, name in (("--cpu", "work"), ("--heap", "keep")):
            run = self.record(measure, "-o", self.result, "--", "node", script, 700, 5, code=5)
            self.assertEqual(run.stdout, b"done\n")
            self.assertEqual(len(run.stderr.splitlines()), 2, run.stderr)
            self.assertIn(name, self.functions())
            os.remove(self.result)

    @needs("node")
    def test_node_processes_stand_apart(self):
        script = self.write("burn.js", NODE)
        self.record("-o", self.result, "--", "sh", "-c", f"node {script} 300; node {script} 300")
        self.export_stacks()
        processes = {line.split(";")[0] for line in self.read("x.folded").decode().splitlines()}
        self.assertEqual(len(processes), 2, processes)
        self.assertTrue(all(one.startswith("burn.js ") for one in processes), processes)

    @needs("node")
    def test_node_interrupted(self):
        script = self.write("burn.js", "setInterval(() => { const end = Date.now() + 5; while (Date.now() < end) ; }, 10);")
        for more in ("", "process.on('SIGINT', () => process.exit(9));"):
            self.write("burn.js", self.read("burn.js").decode() + more)
            run = subprocess.Popen([binary.program(), "record", "-o", self.result, "--", "node", script],
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(2)
            run.send_signal(signal.SIGINT)
            self.assertEqual(run.wait(), 9 if more else -signal.SIGINT)
            self.assertGreater(len(self.table()), 1)
            os.remove(self.result)

    # -- Python

    @needs_perf
    def test_python_says_what_would_be_better(self):
        if shutil.which("py-spy"):
            self.skipTest("py-spy is installed")
        script = self.write("burn.py", PYTHON)
        run = self.record("-o", self.result, "--tool", "perf", "--", sys.executable, script, 0.5, 6, code=6)
        self.assertIn(b"the functions are those of what runs a Python program", run.stderr)
        self.assertEqual(run.stdout, b"done\n")

    def test_py_spy_is_attached(self):
        """What it is told, by one that is none."""
        script = self.write("burn.py", PYTHON)
        tools = self.path("tools")
        os.mkdir(tools)
        fake = os.path.join(tools, "py-spy")
        with open(fake, "w") as file:
            file.write("#!/bin/sh\n[ \"$1\" = --version ] && { echo 'py-spy 0'; exit; }\n"
                       "[ -e \"$0.tried\" ] || { : >\"$0.tried\"; exit 1; }\n"
                       "out= pid=\nwhile [ $# -gt 0 ]; do\n  case $1 in --output) out=$2;; --pid) pid=$2;; esac\n  shift\ndone\n"
                       "stop() { echo \"main;at_$pid 3\" >\"$out\"; exit; }\ntrap stop INT\n"
                       "while kill -0 \"$pid\" 2>/dev/null; do sleep 0.1; done\nstop\n")
        os.chmod(fake, 0o755)
        environment = {**os.environ, "PATH": tools + ":" + os.environ["PATH"]}
        scope = "/proc/sys/kernel/yama/ptrace_scope"
        if os.path.exists(scope) and open(scope).read().strip() != "0" and os.geteuid() != 0:
            self.skipTest("processes may not be attached to here")
        run = self.record("-o", self.result, "--", sys.executable, script, 2, 3, code=3, env=environment)
        self.assertIn(b"recording with py-spy", run.stderr)
        self.assertRegex(self.functions(), r"at_\d+")

    # -- others that use it

    @needs_perf
    def test_versions_are_recorded(self):
        repository = self.path("repository")
        os.mkdir(repository)
        with open(os.path.join(repository, "burn.cpp"), "w") as file:
            file.write(CPP)
        environment = {**os.environ, "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null"}
        for words in (["init", "-q"], ["add", "-A"], ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "one"]):
            subprocess.run(["git", *words], cwd=repository, check=True, env=environment)
        output = self.path("track")
        self.ok("track", "--repo", repository, "--build", "c++ -g -fno-omit-frame-pointer burn.cpp -o burn", "--bench",
                "b=./burn 100", "--runs", "1", "--recorder", "perf", "-o", output)
        profiles = glob.glob(os.path.join(output, "profiles", "b", "*.cct"))
        self.assertEqual(len(profiles), 1)
        self.assertRegex(self.functions(profiles[0]), r"(?m)^work(\(|$)")
        attributes, _ = self.attributes(profiles[0])
        self.assertEqual(attributes["command"], "sh -c './burn 100'")
        self.assertIn("commit", attributes)

    @needs_perf
    def test_tree_grows_in_a_file(self):
        program = self.build("-fno-omit-frame-pointer")
        live = self.path("live.cct")
        run = subprocess.Popen([binary.program(), "record", "-q", "--live", live, "-o", self.result, "--", program, "1000000"],
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while not os.path.exists(live) and run.poll() is None:
            time.sleep(0.05)
        self.assertIsNone(run.poll())
        self.assertRegex(self.functions(live), r"(?m)^work(\(|$)")
        run.send_signal(signal.SIGINT)
        run.wait()
        self.assertRegex(self.functions(), r"(?m)^work(\(|$)")

    # -- what goes wrong

    @needs_perf
    def test_recorder_that_fails(self):
        tools = self.path("tools")
        os.mkdir(tools)
        fake = os.path.join(tools, "perf")
        with open(fake, "w") as file:
            file.write("#!/bin/sh\necho 'no luck today' >&2\nexit 3\n")
        os.chmod(fake, 0o755)
        run = self.record("-o", self.result, "--", self.build(), 30, code=2,
                          env={**os.environ, "PATH": tools + ":" + os.environ["PATH"]})
        self.assertIn(b"no luck today", run.stderr)
        self.assertEqual(run.stdout, b"")

    @unittest.skipIf(os.geteuid() == 0, "root writes everywhere")
    def test_read_only_folder(self):
        folder = self.path("locked")
        os.mkdir(folder)
        os.chmod(folder, stat.S_IRUSR | stat.S_IXUSR)
        self.assertIn("read-only", self.fails("record", "-o", os.path.join(folder, "x.cct"), "--", "true"))


if __name__ == "__main__":
    binary.main()
