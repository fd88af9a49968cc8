"""Counts of calls: against cProfile, which counts them too, and contexts against what the programs do."""

import pathlib
import pickle
import re
import subprocess
import sys
import unittest

from recording import RecordingTest

PROGRAMS = pathlib.Path(__file__).parent / "programs"

# Runs main() of a program, and leaves what cProfile counted.
PROFILED = """
import cProfile, pickle, runpy, sys
main = runpy.run_path(sys.argv[1])["main"]
profiler = cProfile.Profile()
profiler.runcall(main)
profiler.create_stats()
with open(sys.argv[2], "wb") as file:
    pickle.dump(profiler.stats, file)
"""


def name_of_builtin(name):
    """cProfile's name of a function in C as the recorder gives it, without its module."""
    method = re.fullmatch(r"<method '(.*)' of '(.*)' objects>", name)
    if method:
        return f"{method[2].rpartition('.')[2]}.{method[1]}"
    function = re.match(r"<built-in method (.*?)(?: of .*)?>", name)[1]
    return function.rpartition(".")[2]


def below(trace, function):
    """The nodes of a function and all that it calls."""
    is_below = {0: False}

    def find(cell):
        path = []
        while cell not in is_below:
            path.append(cell)
            if trace.name_of(cell) == function:
                is_below[cell] = True
                break
            cell = trace.nodes[cell].caller
        for above in path:
            is_below[above] = is_below[cell]
        return is_below[path[0]] if path else is_below[cell]

    return [node for cell, node in trace.nodes.items() if find(cell)]


class AgreesWithCProfile(RecordingTest):
    def compare(self, name):
        program = PROGRAMS / name
        counted = self.recorded(program)
        self.assertEqual(counted.returncode, 0, counted.stderr)
        trace = self.trace()
        mine = {}
        for node in below(trace, "main"):
            function = trace.functions[node.function]
            key = (function.file, function.line, function.name.rpartition(".")[2] if function.file else function.name)
            mine[key] = mine.get(key, 0) + node.values["calls"] + node.values["resumptions"]
        mine = {key: count for key, count in mine.items() if count}
        stats = self.folder / "stats"
        plain = self.plain("-c", PROFILED, program, stats)
        self.assertEqual(plain.stdout, counted.stdout)
        theirs = {}
        for (file, line, function), (_, calls, *_) in pickle.loads(stats.read_bytes()).items():
            key = ("", 0, name_of_builtin(function)) if file == "~" else (file, line, function)
            theirs[key] = theirs.get(key, 0) + calls
        theirs.pop(("", 0, "Profiler.disable"), None)
        self.maxDiff = None
        self.assertEqual(mine, theirs)
        self.assertGreater(sum(mine.values()), 200)

    def test_recursion(self):
        self.compare("recursion.py")

    def test_generators(self):
        self.compare("generators.py")

    def test_objects(self):
        self.compare("objects.py")

    def test_exceptions(self):
        self.compare("exceptions.py")

    def test_library(self):
        self.compare("library.py")


class LeavesFunctionsOut(RecordingTest):
    """What they call lies below their callers, and nothing else changes."""

    NAMES = {"recursion.py": {"even", "ackermann"}, "generators.py": {"pairs", "drive", "Pause.__await__"},
             "objects.py": {"Square.area", "Shape.__init__", "wrapped.<locals>.inner", "main"},
             "exceptions.py": {"fall", "Guard.__exit__", "note"}}

    def left(self, trace, metric, names):
        """Sums by path without those names; of their own calls nothing is left."""
        sums = {}
        for cell, node in trace.nodes.items():
            if node.values[metric] and trace.name_of(cell) not in names:
                path = "/".join(name for name in trace.path_of(cell).split("/") if name not in names)
                sums[path] = sums.get(path, 0) + node.values[metric]
        return sums

    def compare(self, program, names, *options):
        whole = self.recorded(program, options=options)
        expected = self.trace()
        self.assertTrue(names & set(expected.sums("calls")), "none of them is called")
        environment = self.environment(RINGSCOPE_LEAVE_OUT=";".join(names))
        command = [sys.executable, "-m", "ringscope_record", *options, "--trace", "%p.trace", str(program)]
        run = subprocess.run(command, capture_output=True, text=True, cwd=self.folder, env=environment)
        self.assertEqual((run.returncode, run.stdout, run.stderr), (whole.returncode, whole.stdout, whole.stderr))
        found = self.trace()
        self.assertEqual(set(found.sums("calls")) & names, set())
        for metric in "calls", "resumptions", "exceptions":
            self.assertEqual(self.left(found, metric, set()), self.left(expected, metric, names), metric)
        self.assertEqual(found.attributes["left out"], ";".join(names))
        return expected, found

    def test_of_programs(self):
        for name, names in self.NAMES.items():
            with self.subTest(name):
                self.compare(PROGRAMS / name, names)

    def test_time_stays_at_the_caller(self):
        program = self.write("""
            import pathlib, time
            def inner():
                time.sleep(0.02)
            def called_often():
                before = time.perf_counter_ns()
                inner()
                taken = time.perf_counter_ns() - before
                pathlib.Path(__file__).with_name("taken").write_text(str(taken))
                time.sleep(1)
            def caller():
                called_often()
            caller()
            """)
        _, found = self.compare(program, {"called_often", "sleep"}, "--cpu")
        time = found.paths("wall time")
        self.assertGreater(time["/<module>/caller"], 900_000_000)
        self.assertGreater(time["/<module>/caller/inner"], 15_000_000)
        self.assertLessEqual(time["/<module>/caller/inner"], int((self.folder / "taken").read_text()))

    def test_with_the_module_in_front(self):
        self.write("def work(): return 1", "one.py")
        self.write("def work(): return 2", "two.py")
        program = self.write("""
            import one, two
            one.work()
            two.work()
            """)
        environment = self.environment(RINGSCOPE_LEAVE_OUT="two.*")
        command = [sys.executable, "-m", "ringscope_record", "--trace", "%p.trace", str(program)]
        subprocess.run(command, check=True, cwd=self.folder, env=environment)
        trace = self.trace()
        self.assertEqual({function.module for function in trace.functions.values() if function.name == "work"}, {"one"})

    def test_costs_by_size_of_others_stay(self):
        program = self.write("""
            def inner(n):
                return n
            def outer(items):
                for item in items:
                    inner(item)
            outer([1, 2, 3])
            """)
        environment = self.environment(RINGSCOPE_LEAVE_OUT="inner")
        command = [sys.executable, "-m", "ringscope_record", "--sizes", "--no-time", "--trace", "%p.trace", str(program)]
        subprocess.run(command, check=True, cwd=self.folder, env=environment)
        trace = self.trace()
        points = [(trace.name_of(point.node), point.input_size, point.cost) for point in trace.points]
        self.assertIn(("outer", 3, 1), points)
        self.assertNotIn("inner", [name for name, *_ in points])


class Contexts(RecordingTest):
    def test_recursion_has_a_context_a_depth(self):
        trace = self.record("""
            def down(n):
                return n and down(n - 1)
            for _ in range(3):
                down(4)
            """)
        calls = trace.paths("calls")
        for depth in range(1, 6):
            self.assertEqual(calls["/<module>" + "/down" * depth], 3)
        self.assertEqual(calls["/<module>" + "/down" * 6], 0)

    def test_any_depth(self):
        trace = self.record("""
            import sys
            sys.setrecursionlimit(200_000)
            def down(n):
                if n:
                    down(n - 1)
            down(100_000)
            """)
        self.assertEqual(trace.sums("calls")["down"], 100_001)
        self.assertEqual(sum(trace.name_of(cell) == "down" for cell in trace.nodes), 100_001)

    def test_functions_in_c_are_callees_and_call_back(self):
        trace = self.record("""
            def key(x):
                return -x
            assert sorted([1, 2, 3], key=key) == [3, 2, 1]
            list(map(key, [1, 2]))
            """)
        calls = trace.paths("calls")
        self.assertEqual(calls["/<module>/sorted"], 1)
        self.assertEqual(calls["/<module>/sorted/key"], 3)
        self.assertEqual(calls["/<module>/key"], 2)  # types, as list, are no functions

    def test_resumptions_count_for_who_resumes(self):
        trace = self.record("""
            def numbers():
                yield 1
                yield 2
                yield 3
            def first(n):
                return next(n)
            def rest(n):
                return list(n)
            n = numbers()
            first(n)
            rest(n)
            """)
        calls, resumptions = trace.paths("calls"), trace.paths("resumptions")
        self.assertEqual(calls["/<module>/first/next/numbers"], 1)
        self.assertEqual(resumptions["/<module>/first/next/numbers"], 0)
        self.assertEqual(calls["/<module>/rest/numbers"], 0)
        self.assertEqual(resumptions["/<module>/rest/numbers"], 3)

    def test_generators_that_are_thrown_into_and_closed(self):
        trace = self.record("""
            def numbers():
                try:
                    while True:
                        yield 1
                except KeyError:
                    yield 2
            n = numbers()
            next(n)
            assert n.throw(KeyError) == 2
            n.close()
            m = numbers()
            try:
                m.throw(ValueError)
            except ValueError:
                pass
            def after():
                pass
            after()
            """)
        self.assertEqual(trace.sums("calls")["numbers"], 1)
        self.assertGreaterEqual(trace.sums("resumptions")["numbers"], 2)
        self.assertEqual(trace.paths("calls")["/<module>/after"], 1)

    def test_tasks(self):
        trace = self.record("""
            import asyncio
            async def inner(n):
                await asyncio.sleep(0)
                return n
            async def outer(n):
                return await inner(n) + await inner(n)
            async def main():
                tasks = [asyncio.create_task(outer(n)) for n in range(10)]
                print(sum(await asyncio.gather(*tasks)))
            asyncio.run(main())
            """)
        self.assertEqual(self.output, "90\n")
        self.assertEqual(trace.sums("calls")["outer"], 10)
        self.assertEqual(trace.sums("calls")["inner"], 20)
        self.assertGreaterEqual(trace.sums("resumptions")["outer"], 20)
        for cell in trace.nodes:
            if trace.name_of(cell) == "inner":
                self.assertEqual(trace.name_of(trace.nodes[cell].caller), "outer", trace.path_of(cell))

    def test_exceptions_unwind(self):
        trace = self.record("""
            def fail(n):
                if n == 0:
                    raise ValueError
                fail(n - 1)
            def caught():
                try:
                    fail(5)
                except ValueError:
                    return 1
            for _ in range(10):
                caught()
            try:
                int.from_bytes(3)
            except TypeError:
                pass
            """)
        self.assertEqual(trace.sums("exceptions")["fail"], 60)
        self.assertEqual(trace.sums("exceptions")["caught"], 0)
        self.assertEqual(trace.paths("calls")["/<module>/caught"], 10)
        self.assertEqual(trace.sums("exceptions")["from_bytes"], 1)

    def test_threads(self):
        trace = self.record("""
            import threading, _thread
            def work(n):
                return sum(part(i) for i in range(n))
            def part(i):
                return i
            threads = [threading.Thread(target=work, args=(100,)) for _ in range(50)]
            threads += [threading.Thread(target=work, args=(10,), name="special")]
            for thread in threads: thread.start()
            for thread in threads: thread.join()
            done = threading.Event()
            def raw():
                work(1)
                done.set()
            _thread.start_new_thread(raw, ())
            done.wait()
            """)
        self.assertEqual(trace.sums("calls")["work"], 52)
        self.assertEqual(trace.sums("calls")["part"], 5011)
        self.assertEqual(trace.lost_calls, 0)
        names = {name for name, _ in trace.threads.values()}
        self.assertIn("main", names)
        self.assertIn("special", names)
        self.assertLess(len(names), 10)

    def test_time_is_of_who_spends_it(self):
        trace = self.record("""
            import time
            def wait():
                time.sleep(0.2)
            def spin():
                end = time.thread_time() + 0.2
                while time.thread_time() < end:
                    pass
            wait()
            spin()
            """, options=["--cpu"])
        wall, cpu = trace.paths("wall time"), trace.paths("cpu time")
        self.assertGreater(wall["/<module>/wait/sleep"], 190_000_000)
        self.assertLess(cpu["/<module>/wait/sleep"], 100_000_000)
        self.assertGreater(cpu["/<module>/spin"] + cpu["/<module>/spin/thread_time"], 150_000_000)
        self.assertGreater(trace.probe_in_callee_ps, 0)

    def test_a_profile_function_of_the_programs_own(self):
        trace = self.record("""
            import sys
            seen = []
            def inner():
                sys.setprofile(lambda frame, event, argument: seen.append(event))
                len([])
                sys.setprofile(None)
            def outer():
                inner()
                inner()
            assert sys.getprofile() is None
            outer()
            outer()
            print(len(seen) > 3)
            """)
        self.assertEqual(self.output, "True\n")
        self.assertGreaterEqual(trace.paths("calls")["/<module>/outer/inner"], 1)

    def test_profilers_inside(self):
        self.record("""
            import cProfile
            def work(): return len("a")
            profiler = cProfile.Profile()
            for _ in range(3):
                profiler.runcall(work)
            print(len(profiler.getstats()) >= 2)
            """)
        self.assertEqual(self.output, "True\n")



if __name__ == "__main__":
    unittest.main()
