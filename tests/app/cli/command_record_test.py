"""What `record` is asked for, what it writes and what it says. usage: command_record_test.py RINGSCOPE"""

import glob
import os
import re
import shutil
import stat
import subprocess
import sys
import unittest

import binary
from record import CPP, NODE, RecordTest, can_count, needs, needs_perf, needs_recorder_of_native


class RecordCommandTest(RecordTest):
    def test_usage(self):
        self.assertIn("expected a command", self.fails("record"))
        self.assertIn("expected one of --cpu, --calls", self.fails("record", "--cpu", "--heap", "--", "true"))
        self.assertIn("--tool: expected one of perf-fp", self.fails("record", "--tool", "gprof", "--", "true"))
        self.assertIn("expected the name of a .cct file", self.fails("record", "-o", self.path("x.folded"), "--", "true"))
        self.assertIn("found --pid", self.fails("record", "--pid", "1", "--runs", "2"))
        # Above the largest number that the system gives.
        self.assertEqual(self.fails("record", "--pid", "4194305").strip(), "record: --pid 4194305: there is no such process")

    @needs_recorder_of_native
    def test_folder_that_does_not_exist(self):
        self.assertIn("no such folder", self.fails("record", "-o", self.path("none/x.cct"), "--", "true"))

    def test_command_that_does_not_exist(self):
        run = self.record("-o", self.result, "--", self.path("nothing"), code=127)
        self.assertIn(b"cannot start", run.stderr)
        self.assertFalse(os.path.exists(self.result))

    @needs_recorder_of_native
    def test_what_cannot_be_started(self):
        script = self.write("not_executable", "exit 3\n")
        stranger = self.write("stranger", "#!/nowhere/interpreter\n")
        os.chmod(stranger, 0o755)
        for command, code, reason in ((script, 126, b"Permission denied"), (self.folder, 126, b"Permission denied"),
                                      (stranger, 127, b"No such file")):
            run = self.record("-q", "-o", self.result, "--", command, code=code)
            self.assertRegex(run.stderr, rb"^record: cannot start .*: " + reason)
        # Nobody says what it is recorded with.
        run = self.record("-o", self.result, "--", script, code=126)
        self.assertEqual(run.stderr.decode().splitlines(), [f"record: cannot start {script}: Permission denied"])

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

    def test_without_any_tool(self):
        """As on a machine with none of them, and no recorder of our own that was built."""
        bare = self.path("bare")
        os.mkdir(bare)
        for name in ("sh", "python3"):
            os.symlink(os.path.realpath(sys.executable if name == "python3" else shutil.which(name)), os.path.join(bare, name))
        environment = {**os.environ, "PATH": bare, "RINGSCOPE_AGENTS": bare}
        script = self.write("script.py", "open('it_ran', 'w')\n")
        built = r"is not built: after `(sudo )?apt-get install {}`, `\./run` builds it"
        for words, said in ((("--calls", "--", "python3", script), "agent-python " + built.format("python3-dev")),
                            (("--calls", "--", "java", "X"), None),
                            (("--", "python3", script), r"py-spy is not installed: pip install py-spy"),
                            (("--io", "--", "python3", script), r"perf is not installed: (sudo )?apt-get install linux-"),
                            (("--heap", "--", sys.executable, script), r"heaptrack is not installed")):
            run = self.record(*words, code=127 if said is None else 2, env=environment)
            self.assertRegex(run.stderr.decode(), said or "cannot start java")
            self.assertFalse(os.path.exists(self.path("it_ran")))
        listed = subprocess.run([binary.program(), "record", "--list"], capture_output=True, env=environment).stdout.decode()
        for name, package in (("python", "python3-dev"), ("java", "default-jdk-headless")):
            self.assertRegex(listed, rf"agent-{name} +no .*\n +agent-{name} " + built.format(package))
        # Scripts without the part that is compiled are no recorder.
        os.mkdir(os.path.join(bare, "start"))
        self.assertIn("agent-python is not built", self.record("--calls", "--", "python3", script, code=2,
                                                               env=environment).stderr.decode())

    def test_python_that_no_recorder_is_built_for(self):
        agents = self.path("agents")
        os.makedirs(os.path.join(agents, "start"))
        self.write("agents/_ringscope_record.cpython-207-none.so", "")
        own = "%d.%d" % sys.version_info[:2]
        for words in ((sys.executable, "x.py"), ("sh", "-c", sys.executable + " x.py")):
            run = self.record("--calls", "--", *words, code=2, env={**os.environ, "RINGSCOPE_AGENTS": agents})
            self.assertIn(f"agent-python is built for Python 2.07, and {sys.executable} is Python {own}: `cmake --preset",
                          run.stderr.decode())

    def test_java_that_no_recorder_knows(self):
        """By what its folder says: it is not started."""
        for version, known in (("1.8.0_392", 8), ("26.0.1", 26)):
            folder = self.path(version)
            os.makedirs(os.path.join(folder, "bin"))
            self.write(f"{version}/release", f'IMPLEMENTOR="nobody"\nJAVA_VERSION="{version}"\n')
            java = self.write(f"{version}/bin/java", "\x7fELF")
            os.chmod(java, 0o755)
            agents = self.path("agents")
            os.makedirs(agents, exist_ok=True)
            environment = {**os.environ, "RINGSCOPE_AGENTS": agents}
            # The jar alone is no recorder.
            self.write("agents/ringscope-agent.jar", "")
            for library, said in (False, "agent-java is not built"), (True, f"Java 17 to 25, and {java} is Java {known}:"):
                if library:
                    self.write("agents/libringscope_java.so", "")
                self.assertIn(said, self.record("--calls", "--", java, "X", code=2, env=environment).stderr.decode())
            os.remove(self.path("agents/libringscope_java.so"))

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
        notes = self.write("notes.cct", "to keep")
        for output, what in ((program, "another file than one that the command names"),
                             (notes, "a new file, or a .cct file to replace, found another file"),
                             (self.path("."), "a file to write, found a directory")):
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

    @needs_perf
    def test_versions_are_recorded(self):
        repository = self.path("repository")
        self.write("repository/burn.cpp", CPP)
        environment = {**os.environ, "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null"}
        for words in (["init", "-q"], ["add", "-A"], ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "one"]):
            subprocess.run(["git", *words], cwd=repository, check=True, env=environment)
        output = self.made("track", "track", "--repo", repository, "--build",
                           "c++ -g -fno-omit-frame-pointer burn.cpp -o burn", "--bench", "b=./burn 100", "--runs", "1",
                           "--recorder", "perf")
        profiles = glob.glob(os.path.join(output, "profiles", "b", "*.cct"))
        self.assertEqual(len(profiles), 1)
        self.assertRegex(self.functions(profiles[0]), r"(?m)^work(\(|$)")
        attributes, _ = self.attributes(profiles[0])
        self.assertEqual(attributes["command"], "sh -c './burn 100'")
        self.assertIn("commit", attributes)

    @needs_perf
    def test_recorder_that_fails(self):
        tools = self.path("tools")
        fake = self.write("tools/perf", "#!/bin/sh\necho 'no luck today' >&2\nexit 3\n")
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
