"""What is known of functions: names, classes, hashes of their code, receivers and what they return."""

import textwrap
import unittest

from recording import RecordingTest


class Functions(RecordingTest):
    def test_names_and_places(self):
        trace = self.record("""
            class Outer:
                class Inner:
                    def method(self): pass
            def function():
                def local(): pass
                local()
            Outer.Inner().method()
            function()
            len("")
            "".strip()
            """)
        method = trace.function("Outer.Inner.method")
        self.assertEqual((method.module, method.line), ("__main__", 4))
        self.assertTrue(method.file.endswith("program.py"))
        self.assertEqual(trace.function("function.<locals>.local").line, 6)
        self.assertEqual(trace.function("len").module, "builtins")
        self.assertEqual(trace.function("str.strip").file, "")

    def test_code_that_is_freed_is_not_taken_for_its_successor(self):
        trace = self.record("""
            for n in range(2000):
                space = {"__name__": "made"}
                exec(f"def f{n}(): pass", space)
                space.pop(f"f{n}")()
            """)
        calls = trace.sums("calls")
        self.assertEqual([n for n in range(2000) if calls[f"f{n}"] != 1], [])

    def test_code_that_is_made_again_is_one_function(self):
        trace = self.record("""
            for n in range(100):
                exec("def again(): pass\\nagain()")
            """)
        self.assertEqual(len([f for f in trace.functions.values() if f.name == "again"]), 1)
        self.assertEqual(trace.sums("calls")["again"], 100)

    def test_names_with_any_letters(self):
        trace = self.record("""
            def größe_名(): pass
            größe_名()
            exec(compile("def f(): pass\\nf()", "half \\ud800 \U0001F600", "exec"))
            """)
        self.assertEqual(trace.sums("calls")["größe_名"], 1)
        self.assertEqual(trace.function("f").file, "half \ufffd \U0001F600")

    def test_classes(self):
        trace = self.record("""
            class Base:
                def __init__(self): pass
                def shared(self): pass
            class Mixin:
                def mixed(self): pass
            class Derived(Base, Mixin):
                def own(self): pass
                @classmethod
                def of_class(cls): pass
                @staticmethod
                def static(x): pass
            def make():
                class Local(Derived):
                    def local(self): pass
                return Local()
            class Words(dict):
                def add(self): pass
            thing = make()
            thing.shared(); thing.mixed(); thing.own(); thing.of_class(); thing.static(1); thing.local()
            Words().add()
            def no_method(self): pass
            no_method(thing)
            """)
        classes = {name: trace.classes[superclass][0] if superclass else None
                   for name, module, superclass in trace.classes.values()}
        self.assertEqual(classes["Base"], None)
        self.assertEqual(classes["Derived"], "Base")
        self.assertEqual(classes["make.<locals>.Local"], "Derived")
        self.assertEqual(classes["Words"], "dict")
        for function, owner in (("Base.shared", "Base"), ("Mixin.mixed", "Mixin"), ("Derived.own", "Derived"),
                                ("Derived.of_class", "Derived"), ("Derived.static", "Derived"),
                                ("make.<locals>.Local.local", "make.<locals>.Local"), ("Words.add", "Words")):
            self.assertEqual(trace.classes[trace.function(function).class_id][0], owner)
        self.assertEqual(trace.function("no_method").class_id, 0)
        self.assertNotIn("receivers", trace.function("Derived.static").values)
        self.assertEqual(trace.function("Derived.of_class").values["receivers"], 1)

    def test_receivers(self):
        trace = self.record("""
            class Base:
                def __init__(self): self.setup()
                def setup(self): pass
            class Thing(Base):
                def __init__(self, n):
                    self.n = n
                    self.early()
                    super().__init__()
                def early(self): pass
                def use(self): pass
            class Plain:
                def use(self): pass
            for n in range(1000):
                Thing(n).use()           # all at one address
            kept = [Thing(n) for n in range(10)]
            for thing in kept * 3:
                thing.use()
                thing.early()
            plain = Plain()
            for _ in range(5): plain.use()
            class Many:
                def __init__(self): pass
            many = [Many() for _ in range(5000)]
            """)
        use = trace.function("Thing.use")
        self.assertEqual(use.values["receivers"], 1010)
        self.assertEqual(use.at_least, set())
        self.assertEqual(trace.function("Thing.early").values["receivers"], 1010)
        self.assertEqual(trace.function("Base.setup").values["receivers"], 1010)
        self.assertEqual(trace.function("Thing.__init__").values["receivers"], 1010)
        plain = trace.function("Plain.use")
        self.assertEqual((plain.values["receivers"], plain.at_least), (1, {"receivers"}))
        many = trace.function("Many.__init__")
        self.assertEqual((many.values["receivers"], many.at_least), (4096, {"receivers"}))

    def test_returns(self):
        trace = self.record("""
            class Thing:
                def __init__(self, n): self.n = n; self.calls = 0
                def me(self): return self
                def sometimes(self, yes): return self if yes else None
                def same(self): return self.n * 1000.5
                def text(self): return "number " + str(self.n)
                def varied(self):
                    self.calls += 1
                    return self.calls
                def nothing(self): pass
                def fresh(self): return [self.n]
                def held(self): return self.__dict__
                def fails(self): raise ValueError
                def numbers(self): yield 1
            things = [Thing(n) for n in range(20)]
            for thing in things * 2:
                thing.me(); thing.sometimes(thing.n < 5); thing.same(); thing.text(); thing.varied(); thing.nothing()
                thing.fresh(); thing.held(); list(thing.numbers())
                try: thing.fails()
                except ValueError: pass
            """)
        selves = {name: trace.function("Thing." + name).values["returns self"] for name in ("me", "sometimes", "same")}
        self.assertEqual(selves, {"me": 40, "sometimes": 10, "same": 0})
        same = {name: trace.function("Thing." + name).values["same return per receiver"] for name in (
            "me", "sometimes", "same", "text", "varied", "nothing", "fresh", "held", "fails", "numbers")}
        self.assertEqual(same, {"me": 1, "sometimes": 1, "same": 1, "text": 1, "varied": 0, "nothing": 0, "fresh": 0,
                                "held": 1, "fails": 0, "numbers": 0})
        self.assertEqual(trace.function("Thing.numbers").values["receivers"], 20)

    def hashes(self, program, name="program.py"):
        result = self.recorded(self.write(program, name))
        self.assertEqual(result.returncode, 0, result.stderr)
        return {f.name: f.code_hash for f in self.trace().functions.values() if f.module == "__main__"}

    def test_hashes_of_code(self):
        program = textwrap.dedent("""\
            def one(): return {1, "two", 3.5} and "a" in {"a", "b", "c", "d"}
            def two(x): return [y for y in (x, 1, None, ..., True, b"x", 2j, 10 ** 30)]
            def three(): return 1
            one(); two(2); three()
            """)
        first = self.hashes(program)
        self.assertEqual(first, self.hashes("# moved\n\n" + program, "elsewhere/other.py"))
        self.assertEqual(len(set(first.values())), len(first))
        self.assertNotIn(0, first.values())
        changed = self.hashes(program.replace("return 1\n", "return 2\n").replace("x, 1, None", "x, True, None"))
        self.assertEqual(changed["one"], first["one"])
        self.assertNotEqual(changed["two"], first["two"])
        self.assertNotEqual(changed["three"], first["three"])


if __name__ == "__main__":
    unittest.main()
