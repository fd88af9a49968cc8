"""A program runs as it does without the recorder: what it prints, how it ends, what it sees of itself."""

import os
import signal
import subprocess
import sys
import unittest

from recording import AGENT, RecordingTest


class Same(RecordingTest):
    def same(self, *words, **more):
        plain = self.plain(*words, **more)
        recorded = self.recorded(*words, **more)
        self.assertEqual(recorded.stdout, plain.stdout)
        self.assertEqual(recorded.stderr, plain.stderr)
        self.assertEqual(recorded.returncode, plain.returncode)
        return plain

    def test_what_a_program_sees_of_itself(self):
        self.write("""
            import os, sys
            print(sys.argv, __name__, __file__, sys.path[0], sys.flags, sys.orig_argv)
            print(sorted(sys.modules), sys.getprofile(), sys.gettrace(), sys.warnoptions)
            print([folder for folder in sys.path if "ringscope" in folder])
            import _thread, threading
            print(repr(_thread.start_new_thread), getattr(threading, "_start_new_thread", None) is _thread.start_new_thread)
            print(sys.modules.get("sitecustomize"), os.getcwd(), len(sys.getswitchinterval.__doc__))
            """)
        for interpreter, words in (([], ["program.py", "a", "-b", "--trace"]), (["-W", "error"], ["program.py"]),
                                   ([], ["./program.py"]), ([], ["-m", "program", "x"]),
                                   (["-X", "utf8", "-u"], ["-m", "program"])):
            result = self.same(*words, interpreter=interpreter)
            self.assertEqual(result.returncode, 0, result.stderr)

    def test_code_on_the_command_line(self):
        self.same("-c", "import sys; print(sys.argv, __name__)", "a", "b")

    def test_a_program_from_the_input(self):
        self.same("-", "a", input="import sys; print(sys.argv)")

    def test_packages_and_archives(self):
        self.write("print(__name__, __package__)", "package/__main__.py")
        self.same("-m", "package")
        self.same("package")

    def test_ends(self):
        for end in ("pass", "raise SystemExit", "raise SystemExit(3)", "raise SystemExit('sorry')", "import os; os._exit(4)",
                    "1 / 0", "def f():\n    g()\ndef g():\n    raise ValueError('bad')\nf()", "syntax error",
                    "import signal, os; os.kill(os.getpid(), signal.SIGTERM)", "raise KeyboardInterrupt",
                    "import os; os.abort()", "import nothing_like_this", "class E(BaseException): pass\nraise E",
                    "import atexit; atexit.register(print, 'end')", "import os; os.execlp('echo', 'echo', 'x')",
                    "import threading\nthreading.Thread(target=lambda: 1 / 0, name='t').start()",
                    "import _thread, time\ndef f(): raise ValueError\n_thread.start_new_thread(f, ())\ntime.sleep(0.3)"):
            with self.subTest(end=end):
                self.write(end)
                plain = self.plain("program.py")
                recorded = self.recorded("program.py")
                self.assertEqual(recorded.returncode, plain.returncode)
                self.assertEqual(recorded.stdout, plain.stdout)
                # Functions and threads have addresses and numbers.
                self.assertEqual(self.without_addresses(recorded.stderr), self.without_addresses(plain.stderr))

    def without_addresses(self, text):
        import re
        return re.sub(r"0x[0-9a-f]+", "0x", text)

    def test_no_program(self):
        self.assertEqual(self.same("nothing.py").returncode, 2)
        self.assertEqual(self.same("-m", "nothing_like_this").returncode, 1)

    def test_recursion_ends_where_it_did(self):
        self.write("""
            def down(n):
                try:
                    return down(n + 1)
                except RecursionError:
                    return n
            print(down(0))
            """)
        self.same("program.py")

    def test_threads_take_what_they_are_given(self):
        self.write("""
            import _thread, threading
            for arguments in ((), (1,), (len, 1), (len, (), 1), (print, ("x",), {"end": "-"}, 4)):
                try:
                    _thread.start_new_thread(*arguments)
                except Exception as error:
                    print(type(error).__name__, error)
            done = threading.Event()
            def f(a, b=2):
                print(a, b)
                done.set()
            _thread.start_new_thread(f, (1,), {"b": 3})
            done.wait()
            """)
        self.same("program.py")

    def test_objects_end_when_they_did(self):
        self.write("""
            import gc, sys, weakref
            gc.disable()
            class Thing:
                def me(self):
                    return self
                def fresh(self):
                    return Thing()
            thing = Thing()
            print(sys.getrefcount(thing), sys.getrefcount(thing.me()))
            gone = weakref.ref(thing.fresh().me())
            print(gone())
            code = compile("def f(): pass", "x", "exec")
            print(sys.getrefcount(code), sys.getsizeof("häßlich"), sys.getsizeof(Thing.__name__))
            """)
        self.same("program.py")

    def test_interrupts(self):
        self.write("""
            import sys, time
            try:
                print("ready", flush=True)
                time.sleep(60)
            except KeyboardInterrupt:
                print("interrupted", flush=True)
                raise
            """)
        for options in (["--trace", "%p.trace"], ["-o", "out.cct"]):
            process = subprocess.Popen([sys.executable, "-m", "ringscope_record", *options, "program.py"], text=True,
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=self.folder,
                                       env=self.environment(RINGSCOPE="/bin/true"), start_new_session=True)
            self.assertEqual(process.stdout.readline(), "ready\n")
            os.killpg(process.pid, signal.SIGINT)
            output, errors = process.communicate()
            self.assertEqual(output, "interrupted\n")
            self.assertEqual(process.returncode, -signal.SIGINT)
            self.assertTrue(errors.rstrip().endswith("KeyboardInterrupt"), errors)


class Options(RecordingTest):
    def test_what_is_wrong_is_said(self):
        self.write("pass")
        for words, message in ((["--nonsense", "program.py"], "--nonsense is no option"), ([], "what is to be run"),
                               (["--trace"], "--trace needs a value"), (["--trace=a", "-o", "b", "program.py"], "exclude")):
            result = subprocess.run([sys.executable, "-m", "ringscope_record", *words], capture_output=True, text=True,
                                    cwd=self.folder, env=self.environment())
            self.assertEqual(result.returncode, 2)
            self.assertIn(message, result.stderr)
            self.assertEqual(result.stdout, "")
        result = subprocess.run([sys.executable, "-E", "-m", "ringscope_record", "program.py"], capture_output=True,
                                text=True, cwd=self.folder, env=self.environment())
        self.assertNotEqual(result.returncode, 0)

    def test_by_the_name_of_its_folder(self):
        # Without PYTHONPATH, and with the ringscope that lies above it where there is one.
        self.write("import sys\nprint(sys.argv, sys.path[0], sys.flags.dev_mode, [n for n in sys.modules if 'ringscope' in n])")
        environment = {name: value for name, value in self.environment().items() if name != "PYTHONPATH"}
        words = [sys.executable, "-X", "dev"]
        plain = subprocess.run([*words, "program.py", "x"], capture_output=True, text=True, cwd=self.folder, env=environment)
        above = [os.path.join(AGENT, *[os.pardir] * 3, name) for name in ("ringscope", "bin/ringscope")]
        for options in (["--trace", "t.trace"], ["-o", "out.cct"]):
            if options[0] == "-o" and not any(map(os.path.exists, above)):
                continue
            run = subprocess.run([*words, os.path.join(AGENT, "ringscope_record"), *options, "program.py", "x"],
                                 capture_output=True, text=True, cwd=self.folder, env=environment)
            self.assertEqual((run.stdout, run.returncode), (plain.stdout, 0), run.stderr)
            self.assertTrue(os.path.exists(os.path.join(self.folder, options[1])), run.stderr)

    def test_signals_that_are_ignored_stay_so(self):
        self.write("import signal\nprint([signal.getsignal(n) for n in (signal.SIGHUP, signal.SIGINT)])")
        ignore = lambda: [signal.signal(number, signal.SIG_IGN) for number in (signal.SIGHUP, signal.SIGINT)]
        plain = subprocess.run([sys.executable, "program.py"], capture_output=True, text=True, cwd=self.folder, preexec_fn=ignore)
        run = subprocess.run([sys.executable, "-m", "ringscope_record", "-o", "out.cct", "program.py"], capture_output=True,
                             text=True, cwd=self.folder, env=self.environment(RINGSCOPE="/bin/true"), preexec_fn=ignore)
        self.assertEqual(run.stdout, plain.stdout, run.stderr)

    def test_metrics(self):
        program = "sorted([2, 1])"
        self.assertEqual(self.record(program).metrics, ["wall time", "calls", "resumptions", "exceptions"])
        self.assertEqual(self.record(program, options=["--no-time"]).metrics, ["calls", "resumptions", "exceptions"])
        trace = self.record(program, options=["--cpu", "--no-receivers"])
        self.assertIn("cpu time", trace.metrics)
        self.assertEqual(trace.function_values, [])
        self.assertTrue(trace.is_finished)

    def test_a_profile_of_all_processes(self):
        ringscope = os.environ.get("RINGSCOPE", "")
        if not os.path.exists(ringscope):
            self.skipTest("the program ringscope is not built")
        self.write("""
            import os, sys
            def parent(): pass
            def child(): pass
            parent()
            pid = os.fork()
            if pid == 0:
                child()
                os._exit(0)
            os.waitpid(pid, 0)
            sys.exit(5)
            """)
        result = subprocess.run([sys.executable, "-m", "ringscope_record", "-o", "out.cct", "program.py"],
                                capture_output=True, text=True, cwd=self.folder, env=self.environment(RINGSCOPE=ringscope))
        self.assertEqual(result.returncode, 5, result.stderr)
        self.assertEqual(os.listdir(self.folder).count("out.cct"), 1)
        self.assertEqual([name for name in os.listdir(self.folder) if "trace" in name or name.startswith(".")], [])
        told = subprocess.run([ringscope, "dump", "out.cct"], capture_output=True, text=True, cwd=self.folder)
        self.assertEqual(told.returncode, 0, told.stderr)
        self.assertIn("parent", told.stdout)
        self.assertIn("child", told.stdout)


if __name__ == "__main__":
    unittest.main()
