"""Measuring versions of a git repository. usage: command_track_test.py RINGSCOPE"""

import hashlib
import os
import pty
import signal
import subprocess
import time

import binary
from binary import BinaryTest

# What a version does: it writes folded stacks with its own costs, once it was built.
BENCHMARK = """#!/bin/sh
[ -e built ] || exit 9
cat costs > "$RINGSCOPE_PROFILE"
"""


class TrackTest(BinaryTest):
    def setUp(self):
        super().setUp()
        self.repository = self.path("repository")
        self.output = self.path("out")
        self.git("init", "-q", self.repository, folder=self.folder)
        self.commits = []
        self.commit("first", {"bench.sh": BENCHMARK, "costs": "main;parse 10\nmain 1\n", "build.sh": "touch built\n"})
        self.commit("broken", {"build.sh": "echo 'no\tcompiler' >&2; exit 3\n"})
        self.commit("slower", {"build.sh": "touch built\n", "costs": "main;parse 30\nmain 1\n"})
        self.commit("last", {"costs": "main;parse 31\nmain 1\n"})

    def git(self, *arguments, folder=None):
        environment = {**os.environ, "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null",
                       "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@b", "GIT_COMMITTER_NAME": "a",
                       "GIT_COMMITTER_EMAIL": "a@b", "GIT_OPTIONAL_LOCKS": "0"}
        if arguments[0] == "commit":
            environment["GIT_COMMITTER_DATE"] = environment["GIT_AUTHOR_DATE"] = f"{1767323040 + 86400 * len(self.commits)} +0000"
        return subprocess.run(["git", *arguments], cwd=folder or self.repository, env=environment, check=True,
                              capture_output=True).stdout.decode()

    def commit(self, subject, files):
        for name, text in files.items():
            self.write(os.path.join(self.repository, name), text)
        self.git("add", "-A")
        self.git("commit", "-q", "-m", subject)
        self.commits.append(self.git("rev-parse", "HEAD").strip())

    def everything(self, folder=None):
        """What the files of a folder hold, those of git too."""
        found = {}
        for at, folders, files in os.walk(folder or self.repository):
            folders.sort()
            for name in files + folders:
                path = os.path.join(at, name)
                status = os.lstat(path)
                found[path] = [status.st_mode, status.st_mtime_ns]
                if name in files:
                    with open(path, "rb") as file:
                        found[path].append(hashlib.sha256(file.read()).hexdigest())
        return found

    def track(self, *arguments):
        return ["track", "--repo", self.repository, "--build", "sh build.sh", "--bench", "parse=sh bench.sh", "--runs", "2",
                "-o", self.output, *arguments]

    def manifest(self):
        return [line.split("\t") for line in self.text_of(os.path.join(self.output, "manifest.txt")).splitlines()]

    def lines(self, word):
        return [line[1:] for line in self.manifest() if line[0] == word]

    def profiles(self, name="parse"):
        return sorted(os.listdir(os.path.join(self.output, "profiles", name)))

    def test_versions_are_measured(self):
        before = self.everything()
        text = self.ok(*self.track("--last", "3", "--limit-seconds", "60")).decode()
        self.assertEqual(self.everything(), before)
        self.assertEqual(self.git("status", "--porcelain"), "")
        short = [commit[:12] for commit in self.commits]
        self.assertIn(f"commit        date            parse  subject\n{short[1]}  2026-01-03  not built  broken\n"
                      f"{short[2]}  2026-01-04         31  slower\n{short[3]}  2026-01-05         32  last\n", text)
        self.assertIn(f"\n{short[1]} was not built: exit code 3: no", text)
        self.assertIn(f"\nringscope series {self.output}/profiles/parse/*.cct -o {self.output}/parse-series.cct\n", text)
        self.assertEqual([line[:1] + line[2:] for line in self.lines("version")],
                         [[self.commits[k], subject] for k, subject in ((1, "broken"), (2, "slower"), (3, "last"))])
        self.assertEqual(self.lines("not-built"), [[self.commits[1], "exit code 3: no\\tcompiler"]])
        self.assertEqual(self.lines("runs-done"), [[self.commits[k], "parse", "2"] for k in (2, 3)])
        self.assertEqual(self.profiles(), [f"{at}-{commit}-{run}.cct" for at, commit in (("0002", short[2]), ("0003", short[3]))
                                           for run in ("001", "002")])
        self.assertEqual(os.listdir(os.path.join(self.output, "logs")), [f"0001-{short[1]}-build.txt"])
        found = self.json("info", os.path.join(self.output, "profiles/parse", self.profiles()[1]), "--json")
        self.assertEqual(found["executions"], [{"name": "", "time": "2026-01-04 03:04 UTC", "attributes": {
            "commit": self.commits[2], "date": "2026-01-04T03:04:00Z", "benchmark": "parse", "run": "2"}}])
        # Nothing is left to do, so the repository is not asked for.
        os.rename(self.repository, self.path("gone"))
        self.assertEqual(self.ok("track", "-o", self.output).decode(), text[text.index("commit  "):])

    def test_a_folder_opens_as_such_also_by_the_name_of_the_command(self):
        self.output = self.path("track")
        self.ok(*self.track("--last", "1"))
        environment = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
        # The window would open, where there is a display.
        no_window = binary.run(self.output, env=environment).stderr
        for words in (["track"], ["track", "track"]):
            self.assertEqual(binary.run(*words, env=environment, cwd=self.folder).stderr, no_window)
        self.assertNotIn(b"track", no_window)
        self.assertEqual(binary.run("track", env=environment, cwd=self.repository).returncode, 2)
        self.assertIn(b"track", binary.run("track", env=environment, cwd=self.repository).stderr)

    def test_more_runs_and_failing_ones(self):
        self.ok(*self.track("--last", "1"))
        stamps = {name: os.stat(os.path.join(self.output, "profiles/parse", name)).st_mtime_ns for name in self.profiles()}
        self.ok("track", "-o", self.output, "--runs", "3", "--yes")
        self.assertEqual(len(self.profiles()), 3)
        for name, stamp in stamps.items():
            self.assertEqual(os.stat(os.path.join(self.output, "profiles/parse", name)).st_mtime_ns, stamp)
        for command, reason in (("exit 7", "exit code 7"), ("true", "no profile was written to $RINGSCOPE_PROFILE"),
                                ("kill -9 $$", "signal 9"), ("echo >$RINGSCOPE_PROFILE", "the profile cannot be read"),
                                ("echo a; echo oops >&2; false", "exit code 1: oops")):
            with self.subTest(command):
                self.output = self.path(f"out{len(os.listdir(self.folder))}")
                result = binary.run("track", "--repo", self.repository, "--last", "1", "--bench", "b=" + command, "-o", self.output)
                self.assertEqual(result.returncode, 1)
                self.assertIn(b"no benchmark of any version has a profile", result.stderr)
                (failure,) = self.lines("not-run")
                self.assertEqual(failure[:2], [self.commits[3], "b"])
                self.assertTrue(failure[2].startswith(reason), failure)

    def test_a_damaged_profile_is_told(self):
        self.commit("damaged", {"costs": "main;parse 31\nnonsense\n"})
        result = binary.run(*self.track("--last", "1"))
        self.assertEqual(result.returncode, 0, result.stderr)
        notes = [line for line in result.stderr.decode().splitlines() if "1 record skipped" in line]
        self.assertEqual(len(notes), 2, result.stderr)
        for note, profile in zip(notes, self.profiles()):
            self.assertEqual(note, f"note: {self.output}/profiles/parse/{profile}: 1 record skipped; 'ringscope info' says more")

    def test_commands_of_a_manifest_are_asked_for(self):
        self.ok(*self.track("--last", "1"))
        path, ran = os.path.join(self.output, "manifest.txt"), self.path("ran")
        text = self.text_of(path).replace("sh bench.sh", f"touch {ran}; echo \x1b[31m; sh bench.sh").replace("sh build.sh", f"touch {ran}; sh build.sh")
        self.write(path, text)
        result = binary.run("track", "-o", self.output, "--runs", "3")
        message = result.stderr.decode()
        self.assertEqual(result.returncode, 2)
        self.assertIn(f"{path} says what to run in versions of {self.repository}:\n  build: touch {ran}; sh build.sh\n  parse: touch {ran};", message)
        self.assertIn("expected --yes", message)
        self.assertNotIn("\x1b", message)
        self.assertFalse(os.path.exists(ran))
        # What is repeated by whoever calls is compared with it, before anything is run.
        self.assertEqual(binary.run(*self.track("--runs", "3")).returncode, 2)
        self.assertFalse(os.path.exists(ran))
        for answer, code, count in ((b"\n", 2, 2), (b"y\n", 0, 3)):
            with self.subTest(answer):
                ours, theirs = pty.openpty()
                try:
                    os.write(ours, answer)
                    program = subprocess.run([binary.program(), "track", "-o", self.output, "--runs", "3"], stdin=theirs, stderr=theirs,
                                             stdout=subprocess.DEVNULL, check=False)
                finally:
                    os.close(theirs)
                    os.close(ours)
                self.assertEqual((program.returncode, len(self.profiles()), os.path.exists(ran)), (code, count, count == 3))
        os.remove(ran)
        self.ok("track", "-o", self.output, "--runs", "4", "--yes")
        self.assertTrue(os.path.exists(ran))

    def test_a_limit_of_time(self):
        result = binary.run("track", "--repo", self.repository, "--last", "1", "--bench", "b=sleep 1000", "-o", self.output,
                            "--limit-seconds", "1")
        self.assertEqual((result.returncode, self.lines("not-run")[0][2]), (1, "did not end within 1 s"))

    def test_it_goes_on_after_a_stop(self):
        gate = self.path("gate")
        bench = f"parse=[ -e {gate} ] || echo x >> {gate}.waits; while [ -e {gate}.waits -a ! -e {gate} ]; do sleep 0.01; done; sh bench.sh"
        arguments = ["track", "--repo", self.repository, "--build", "sh build.sh", "--bench", bench, "--runs", "1", "-o", self.output]
        for kill in (signal.SIGINT, signal.SIGKILL):
            with self.subTest(kill):
                program = subprocess.Popen([binary.program(), *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
                while not os.path.exists(gate + ".waits"):
                    self.assertIsNone(program.poll(), program.stderr)
                    time.sleep(0.01)
                self.assertIn("another 'ringscope track' is at work there", self.fails(*arguments))
                program.send_signal(kill)
                _, messages = program.communicate()
                os.remove(gate + ".waits")
                if kill == signal.SIGINT:
                    self.assertEqual((program.returncode, messages), (2, b"track: stopped; the same command goes on from here\n"))
        self.assertEqual(self.lines("runs-done"), [])
        with open(gate, "w", encoding="utf-8"):
            pass
        before = self.everything()
        self.ok(*arguments)
        self.assertEqual(self.everything(), before)
        self.assertEqual(self.lines("runs-done"), [[self.commits[k], "parse", "1"] for k in (0, 2, 3)])

    def test_benchmarks_that_change_are_left_out(self):
        self.commit("other benchmark", {"bench.sh": BENCHMARK + "true\n"})
        bench = ["--bench", "costs=cat costs >$RINGSCOPE_PROFILE", "--bench-files", "parse=bench.sh", "--bench-files", "costs=none"]
        text = self.ok(*self.track(*bench, "--last", "2")).decode()
        self.assertIn("\nparse was left out: its files are not the same in all versions. "
                      "--changed-benchmarks measures it all the same.\n", text)
        self.assertEqual([line[1] for line in self.lines("runs-done")], ["costs", "costs"])
        self.assertEqual(len({line[2] for line in self.lines("contents") if line[1] == "parse"}), 2)
        self.assertNotIn("left out", self.ok(*self.track(*bench, "--changed-benchmarks")).decode())
        self.assertEqual(len(self.profiles()), 4)

    def test_a_dirty_repository(self):
        self.write("repository/costs", "main 1000\n")
        self.write("repository/new", "x")
        before = self.everything()
        self.assertEqual(self.noted(*self.track("--last", "1")),
                         "the repository has changes that are not committed: they are not measured")
        self.assertEqual(self.everything(), before)
        self.assertEqual(self.json("info", os.path.join(self.output, "profiles/parse", self.profiles()[0]), "--json")
                         ["metrics"][0]["total"], 32)

    def test_shallow_and_bare_repositories(self):
        shallow, bare = self.path("shallow"), self.path("bare")
        self.git("clone", "-q", "--depth", "2", "file://" + self.repository, shallow, folder=self.folder)
        self.git("clone", "-q", "--bare", self.repository, bare, folder=self.folder)
        self.repository = shallow
        before = self.everything()
        self.assertEqual(self.noted(*self.track("--last", "3")),
                         "the repository is shallow: it has 2 of the 3 versions asked for")
        self.assertEqual(self.everything(), before)
        self.assertEqual(len(self.profiles()), 4)
        self.repository, self.output = bare, self.path("out2")
        before = self.everything()
        self.ok(*self.track("--last", "2"))
        self.assertEqual(self.everything(), before)

    def test_errors(self):
        def fails(*arguments):
            return self.fails("track", "-o", self.output, *arguments)
        bench = ("--bench", "b=true")
        self.assertIn("expected --repo", fails())
        self.assertIn("expected --bench", fails("--repo", self.repository))
        self.assertEqual(fails("--repo", self.path("none"), *bench),
                         f"--repo {self.path('none')}: expected a git repository, found no such folder")
        os.mkdir(self.path("plain"))
        self.assertIn("not a git repository", fails("--repo", self.path("plain"), *bench))
        self.git("init", "-q", self.path("empty"), folder=self.folder)
        self.assertIn("expected a commit, found none", fails("--repo", self.path("empty"), *bench))
        self.assertIn("expected NAME=COMMAND, found 'b'", fails("--repo", self.repository, "--bench", "b"))
        self.assertIn("found '../b'", fails("--repo", self.repository, "--bench", "../b=true"))
        self.assertIn("found 'b' twice", fails("--repo", self.repository, *bench, *bench))
        self.assertIn("expected a new or empty folder", self.fails("track", "--repo", self.repository, *bench, "-o", self.folder))
        self.assertIn("outside of the repository",
                      self.fails("track", "--repo", self.repository, *bench, "-o", os.path.join(self.repository, "x")))
        self.ok(*self.track("--last", "1"))
        self.assertIn("--build: expected what the folder was begun with, 'sh build.sh', found 'make'", fails("--build", "make"))
        self.assertIn("--bench: expected what", fails(*bench))
        self.assertIn("--repo: expected what", fails("--repo", self.folder))
        with open(os.path.join(self.output, "manifest.txt"), "a", encoding="utf-8") as file:
            file.write("runs-done\tdeadbeef\tparse\t3\n")
        self.assertRegex(fails(), r"manifest.txt:\d+:1: expected a line of a manifest, found 'runs-done'")
        self.write("out/manifest.txt", "ringscope track 2\n")
        self.assertIn("expected a manifest that begins with 'ringscope track 1'", fails())


if __name__ == "__main__":
    binary.main()
