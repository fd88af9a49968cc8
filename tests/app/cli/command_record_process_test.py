"""The program that is recorded runs as it would alone, until it ends or is ended. usage: command_record_process_test.py RINGSCOPE"""

import os
import re
import signal
import subprocess
import time

import binary
from record import RecordTest, can_count, needs_perf


class RecordProcessTest(RecordTest):
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
        binary.wait_until_busy(run, {os.path.basename(program)})
        run.send_signal(signal.SIGINT)
        self.assertEqual(run.wait(), -signal.SIGINT)
        self.assertRegex(self.functions(), r"(?m)^work(\(|$)")
        self.assertEqual([name for name in os.listdir(self.folder) if name.startswith(".")], [])

    @needs_perf
    def test_duration(self):
        program = self.build("-fno-omit-frame-pointer")
        run = subprocess.run([binary.program(), "record", "--duration", "1", "-o", self.result, "--", "sh", "-c",
                              f"{program} 1000000; true"], capture_output=True)
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
    def test_standard_input_reaches_the_program(self):
        run = self.record("-o", self.result, "--", "sh", "-c", "cat; i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done",
                          input=b"from outside")
        self.assertEqual(run.stdout, b"from outside")

    @needs_perf
    def test_tree_grows_in_a_file(self):
        program = self.build("-fno-omit-frame-pointer")
        live = self.path("live.cct")
        run = subprocess.Popen([binary.program(), "record", "-q", "--live", live, "-o", self.result, "--", program, "1000000"],
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        # The first tree may be of the program's start alone.
        work = re.compile(r"(?m)^work(\(|$)")
        while run.poll() is None and not (os.path.exists(live) and work.search(self.functions(live))):
            time.sleep(0.05)
        self.assertIsNone(run.poll(), "it shows what the program does while that runs")
        run.send_signal(signal.SIGINT)
        run.wait()
        self.assertRegex(self.functions(), r"(?m)^work(\(|$)")


if __name__ == "__main__":
    binary.main()
