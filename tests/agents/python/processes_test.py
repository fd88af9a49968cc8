"""Programs of several processes: each has a trace memory of its own."""

import os
import signal
import subprocess
import sys
import time
import unittest

from recording import RecordingTest
from trace_memory import TraceMemory


class Processes(RecordingTest):
    def run_program(self, program, *arguments):
        # From 3.12 on there is a warning of forks with threads.
        result = self.recorded(self.write(program), *arguments, interpreter=["-W", "ignore"])
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        return result.stdout, self.traces()

    def test_fork(self):
        output, traces = self.run_program("""
            import os
            def before(): pass
            def in_child(n): pass
            def in_parent(): pass
            def fork():
                pid = os.fork()
                if pid == 0:
                    for n in range(10): in_child(n)
                    os._exit(0)
                os.waitpid(pid, 0)
                in_parent()
            before()
            fork()
            print(os.getpid())
            """)
        parent = traces.pop(int(output))
        (child,) = traces.values()
        self.assertEqual(parent.paths("calls")["/<module>/before"], 1)
        self.assertEqual(parent.paths("calls")["/<module>/fork/in_parent"], 1)
        self.assertEqual(parent.sums("calls")["in_child"], 0)
        self.assertEqual(child.paths("calls")["/<module>/fork/in_child"], 10)
        self.assertEqual(child.sums("calls")["before"], 0)
        self.assertEqual(child.sums("calls")["fork"], 0)
        self.assertTrue(child.is_finished)

    def test_forks_of_forks_and_threads(self):
        _, traces = self.run_program("""
            import os, threading
            def leaf(): pass
            def work(depth):
                if depth == 0:
                    return leaf()
                pid = os.fork()
                if pid == 0:
                    work(depth - 1)
                    os._exit(0)
                os.waitpid(pid, 0)
            threads = [threading.Thread(target=work, args=(3,)) for _ in range(4)]
            for thread in threads: thread.start()
            for thread in threads: thread.join()
            """)
        self.assertEqual(len(traces), 13)
        self.assertEqual(sum(trace.sums("calls")["leaf"] for trace in traces.values()), 4)

    def test_multiprocessing(self):
        for method in ("fork", "spawn", "forkserver"):
            with self.subTest(method=method):
                output, traces = self.run_program("""
                    import multiprocessing, sys
                    def square(n): return n * n
                    if __name__ == "__main__":
                        multiprocessing.set_start_method(sys.argv[1])
                        with multiprocessing.Pool(3) as pool:
                            print(sum(pool.map(square, range(100), 5)))
                            pool.close()
                            pool.join()
                    """, method)
                self.assertEqual(output, "328350\n")
                self.assertEqual(sum(trace.sums("calls")["square"] for trace in traces.values()), 100)

    def test_programs_that_it_starts(self):
        output, traces = self.run_program("""
            import subprocess, sys
            def parent(): pass
            parent()
            print(subprocess.run([sys.executable, "-c", "def child(): print('x')\\nchild()"], capture_output=True, text=True))
            subprocess.run(["echo", "done"])
            """)
        self.assertEqual(len(traces), 2)
        self.assertEqual(sum(trace.sums("calls")["child"] for trace in traces.values()), 1)
        self.assertIn("returncode=0, stdout='x\\n', stderr=''", output)

    def test_killed(self):
        self.write("""
            def work(n):
                return n
            print("ready", flush=True)
            while True:
                work(1)
            """)
        process = subprocess.Popen([sys.executable, "-m", "ringscope_record", "--trace", "t.trace", "program.py"],
                                   stdout=subprocess.PIPE, cwd=self.folder, env=self.environment())
        process.stdout.readline()
        seen = []
        while len(seen) < 5:
            seen.append(TraceMemory(self.folder / "t.trace").sums("calls")["work"])
            time.sleep(0.02)
        process.send_signal(signal.SIGKILL)
        process.wait()
        process.stdout.close()
        trace = self.trace()
        self.assertFalse(trace.is_finished)
        self.assertEqual(seen, sorted(seen))
        self.assertGreater(trace.sums("calls")["work"], seen[0])
        self.assertGreaterEqual(trace.sums("calls")["work"], seen[-1])

    def test_daemon_threads_at_the_end(self):
        for _ in range(5):
            _, traces = self.run_program("""
                import threading, time
                begun = []
                def work():
                    begun.append(step(0))
                    while True:
                        sum(step(n) for n in range(100))
                def step(n): return n
                for _ in range(4):
                    threading.Thread(target=work, daemon=True).start()
                while len(begun) < 4:
                    time.sleep(0.01)
                """)
            (trace,) = traces.values()
            self.assertTrue(trace.is_finished)
            self.assertEqual(trace.sums("calls")["work"], 4)
            self.assertGreater(trace.sums("calls")["step"] + trace.sums("resumptions")["<genexpr>"], 0)

    def test_crash(self):
        self.write("import ctypes\ndef work(): ctypes.string_at(0)\nwork()")
        self.assertEqual(self.recorded("program.py").returncode, -signal.SIGSEGV)
        self.assertEqual(self.trace().sums("calls")["work"], 1)


if __name__ == "__main__":
    unittest.main()
