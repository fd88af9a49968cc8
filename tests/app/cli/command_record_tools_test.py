"""Recording programs with each of the tools that are installed. usage: command_record_tools_test.py RINGSCOPE"""

import os
import re
import shutil
import signal
import subprocess
import sys

import binary
from record import NODE, PYTHON, RecordTest, needs, needs_perf


class RecordToolsTest(RecordTest):
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
    def test_stacks_that_are_not_whole_are_told(self):
        program = self.build("-fomit-frame-pointer")
        for tool, said in (("perf-fp", r"so that who called it is missing \(most in burn\): --tool perf-dwarf finds the callers"),
                           ("perf-dwarf", r"(all stacks|\d.* of the stacks do not) reach the program's entry$")):
            run = self.record("--tool", tool, "-o", self.result, "--", program, 200)
            self.assertRegex(run.stderr.decode().rstrip(), said)
            self.assertRegex("\n".join(self.json("info", self.result, "--json")["notes"]), "reach the program's entry")

    @needs_perf
    def test_perf_without_frame_pointers(self):
        program = self.build("-fomit-frame-pointer")
        run = self.record("-o", self.result, "--frequency", 200, "--", program, 300)
        self.assertIn(b"recording with perf-dwarf", run.stderr)
        self.assertIn(b"-fno-omit-frame-pointer", run.stderr)
        self.export_stacks()
        self.assertRegex(self.text_of("x.folded"), r"main;work[( ]")

    @needs_perf
    def test_stacks_begin_where_the_program_does(self):
        # Were perf attached in front of exec(), it would take callers for code of ringscope in half of all runs.
        program = self.build("-fomit-frame-pointer")
        for _ in range(6):
            self.record("-q", "-o", self.result, "--", program, 100)
            self.export_stacks()
            stacks = [line.rsplit(" ", 1) for line in self.text_of("x.folded").splitlines()]
            cost = sum(int(count) for _, count in stacks)
            begun = sum(int(count) for stack, count in stacks if re.match(r"_start[;( ]", stack))
            self.assertGreater(begun, 0.9 * cost, stacks)
            self.assertNotIn("[ringscope]", self.functions())

    @needs_perf
    def test_no_samples_are_explained(self):
        told = self.record("-o", self.result, "--frequency", "100", "--", "true").stderr.decode()
        self.assertRegex(told, r"nothing was recorded: it ran for .* ms, too short for 100 samples a second; a higher --frequency")
        told = self.record("-o", self.result, "--quiet", "--frequency", "100", "--", "true").stderr
        self.assertEqual(told, b"")
        told = self.record("-o", self.result, "--frequency", "100", "--", "sleep", "0.8").stderr.decode()
        if "0 contexts" in told:  # it may be met where it starts
            self.assertRegex(told, r"nothing was recorded: it ran for \d.* and used next to no processor time")

    @needs_perf
    def test_few_samples_are_said(self):
        # 1 a second: whatever the machine does meanwhile, it is not 50 of them.
        told = self.record("-o", self.result, "--frequency", "1", "--", self.build(), 3000).stderr.decode()
        self.assertRegex(told, r"(nothing was recorded|only \d+ samples?): it ran for \d.* s, too short for 1 sample a second; a higher --frequency")

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
    def test_calls_of_the_system_have_their_callers_and_none_is_lost_silently(self):
        self.needs_recorder("perf-calls")
        self.write("write.c", "#include <unistd.h>\n"
                   "__attribute__((noinline)) void put(int fd) { if (write(fd, \"x\", 1) < 0) _exit(1); }\n"
                   "int main() { for (int i = 0; i < 2005; ++i) put(1); return 0; }\n")
        program = self.path("write")
        subprocess.run(["cc", "-O1", "-g", "-fno-omit-frame-pointer", "-o", program, self.path("write.c")], check=True)
        run = self.record("--io", "-o", self.result, "--", program)
        self.assertEqual(run.stdout, b"x" * 2005)
        said = run.stderr.decode()
        kept = int(re.search(r"([\d,]+) syscalls:sys_enter_write", said)[1].replace(",", ""))
        lost = re.search(r"perf lost ([\d,]+) of ", said)
        lost = int(lost[1].replace(",", "")) if lost else 0
        # What reads the program's libraries is lost as well.
        self.assertGreaterEqual(kept + lost, 2005, said)
        self.assertLess(kept + lost, 2105, said)
        self.assertIn("put", self.functions_of("syscalls:sys_enter_write"))

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
        processes = {line.split(";")[0] for line in self.text_of("x.folded").splitlines() if "keep(" in line}
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

    @needs("uftrace")
    def test_uftrace_interrupted(self):
        self.write("loop.c", "#include <stdio.h>\n#include <unistd.h>\n#include <signal.h>\n"
                   "void work(void) { usleep(10000); }\nvoid end(int n) { _exit(7); }\n"
                   "int main(int n, char** words) { if (n > 1) signal(SIGINT, end); work(); work(); puts(\"ready\"); fflush(stdout);\n"
                   "  for (;;) work(); }\n")
        program = self.path("loop")
        subprocess.run(["cc", "-O1", "-g", "-finstrument-functions", "-o", program, self.path("loop.c")], check=True)
        for words, code in (([], -signal.SIGINT), (["handler"], 7)):
            run = subprocess.Popen([binary.program(), "record", "--calls", "--tool", "uftrace", "-o", self.result, "--", program,
                                    *words], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
            self.assertEqual(run.stdout.readline(), b"ready\n")
            run.send_signal(signal.SIGINT)
            self.assertEqual(run.wait(), code)
            run.stdout.close()
            self.assertIn("work", self.functions())

    def test_calls_of_a_program_that_was_not_built_for_it(self):
        program = self.build()
        error = self.fails("record", "--calls", "--tool", "uftrace", "--", program, "1")
        if shutil.which("uftrace"):
            self.assertIn("build it with `-g -finstrument-functions -finstrument-functions-exclude-file-list=/usr/`", error)
        else:
            self.assertIn("uftrace is not installed", error)

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
        processes = {line.split(";")[0] for line in self.text_of("x.folded").splitlines()}
        self.assertEqual(len(processes), 2, processes)
        self.assertTrue(all(one.startswith("burn.js ") for one in processes), processes)

    @needs("node")
    def test_node_below_a_package_of_modules(self):
        """There a .js file is a module, which is not what is required before the program."""
        self.write("package.json", '{"type": "module", "scripts": {"start": "node burn.js 300"}}')
        self.write("burn.js", "import process from 'node:process';" + NODE)
        for command in ["node", "burn.js", "300"], ["npm", "start"]:
            if shutil.which(command[0]):
                run = self.record("-o", self.result, "--", *command)
                self.assertIn(b"done\n", run.stdout)
                self.assertIn("work", self.functions())

    @needs("node")
    def test_node_interrupted(self):
        script = self.write("burn.js", "setInterval(() => { const end = Date.now() + 5; while (Date.now() < end) ; }, 10);")
        for more in ("", "process.on('SIGINT', () => process.exit(9));"):
            self.write("burn.js", self.text_of("burn.js") + more)
            run = subprocess.Popen([binary.program(), "record", "-o", self.result, "--", "node", script],
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            binary.wait_until_busy(run, {"node", "MainThread"})
            run.send_signal(signal.SIGINT)
            self.assertEqual(run.wait(), 9 if more else -signal.SIGINT)
            self.assertGreater(len(self.table()), 1)
            os.remove(self.result)

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
        fake = self.write(
            "tools/py-spy", "#!/bin/sh\n[ \"$1\" = --version ] && { echo 'py-spy 0'; exit; }\n"
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


if __name__ == "__main__":
    binary.main()
