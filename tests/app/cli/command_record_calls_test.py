"""Recording every call: functions that are left out, sizes of inputs. usage: command_record_calls_test.py RINGSCOPE"""

import json
import re
import shlex
import subprocess
import sys

import binary
from record import RecordTest, needs_recorder_of_native


class RecordCallsTest(RecordTest):
    @needs_recorder_of_native
    def test_leave_out_needs_a_recorder_of_every_call(self):
        self.assertIn("--leave-out: expected one of our own recorders", self.fails("record", "--leave-out", "f", "--", "true"))

    def test_patterns_to_leave_out_have_no_semicolons(self):
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

    def test_time_without_the_recorder_is_what_all_tell(self):
        self.needs_recorder("agent-python")
        self.write("script.py", "def inner(): return 1\nfor _ in range(20000): inner()\n")
        said = self.record("--calls", "-o", self.result, "--", "python3", "script.py").stderr.decode()
        name = "wall time without recorder"
        self.assertRegex(said, rf"out\.cct: .* {name}, \d+ contexts")
        metrics = [one["name"] for one in self.json("info", self.result, "--json")["metrics"]]
        self.assertEqual(metrics[:2], [name, "wall time"])
        for command in "methods", "summary", "table":
            self.assertIn(name, self.ok(command, self.result).decode(), command)
        inner = self.table()["inner"]["self"]
        measured = next(one for one in self.json("methods", self.result, "--metric", "wall time", "--json") if one["name"] == "inner")
        self.assertLess(inner, measured["self"])
        # `check` goes by the same values: just above and just below what `methods` tells.
        for bound, code in ((inner * 1.1, 0), (inner * 0.9, 1)):
            self.assertEqual(binary.run("check", self.result, "--require", f"self(fn:inner) < {bound:.0f} ns").returncode, code)

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
        sentence = "no sizes of inputs: told by agent-python, not by agent-native"
        self.assertEqual(said.count(sentence), 2, said)
        self.assertIn(sentence.capitalize()[:20], self.json("info", self.result, "--json")["notes"][0])

    def test_types_of_objects(self):
        self.needs_recorder("agent-python")
        self.write("script.py", "class A:\n  def get(self): return 1\nclass B(A): pass\nfor o in (A(), A(), B()): o.get()\n")
        for options in (["--calls", "--types"], ["--types", "--sizes"]):
            said = self.record(*options, "-o", self.result, "--", "python3", "script.py").stderr.decode()
            self.assertNotIn("no types", said)
            types = self.ok("dump", self.result, "--types").decode()
            self.assertEqual(re.findall(r"receiver\t__main__.(\w)\t(\d)", types), [("A", "2"), ("B", "1")])
            self.assertIn("1 function in 1 context", self.ok("search", self.result, "types>1").decode())
            self.assertNotIn(b"skipped", self.ok("info", self.result))
            self.ok("verify", self.result)
        self.record("--calls", "-o", self.result, "--", "python3", "script.py")
        self.assertIn(b"record --calls --types", binary.run("search", self.result, "types>1").stderr)

    def test_call_sites(self):
        self.needs_recorder("agent-python")
        self.write("script.py", "def get(n): return leaf(n)\ndef leaf(n): return n\ndef both():\n"
                                "  get(1)\n  return (get(2) +\n    get(3)), sorted([1], key=leaf)\nfor n in range(3): both()\n")
        for options in (["--calls"], ["--calls", "--call-sites"], ["--call-sites", "--types"]):
            said = self.record(*options, "-o", self.result, "--", "python3", "script.py").stderr.decode()
            self.assertNotIn("no lines", said)
            self.ok("verify", self.result)
            rows = json.loads(self.ok("search", self.result, "/^get$/", "--json"))
            self.assertEqual(rows["contexts"], 1 if options == ["--calls"] else 3)
        # A function in C has no line that calls.
        dump = self.ok("dump", self.result).decode()
        self.assertEqual(sorted(re.findall(r"^ *get .*<(\d+) ", dump, re.M)), ["4", "5", "6"])
        self.assertEqual(sorted(re.findall(r"^ *leaf [^<\n]*(<?)", dump, re.M)), ["", "<", "<", "<"])
        merged = self.made("merged.cct", "convert", self.result, "--apply", "merge-call-sites")
        self.assertEqual(json.loads(self.ok("search", merged, "/^get$/", "--json"))["contexts"], 1)

    def test_call_sites_in_java(self):
        self.needs_recorder("agent-java")
        self.write("Lines.java", """public class Lines {
  final int kept;
  Lines() { this(leaf(7)); }
  Lines(int n) { kept = n; }
  static int get(int n) { return leaf(n); }
  static int leaf(int n) { if (n < 0) throw new IllegalArgumentException(); return n; }
  static int both(int n) {
    int sum = get(1);
    sum += get(2) + get(3);
    for (int i = 0; i < n; ++i)
      sum += get(i);
    try {
      sum += leaf(-1);
    } catch (IllegalArgumentException e) { sum += get(4); }
    return sum + Math.addExact(get(5),
        get(6));
  }
  public static void main(String[] a) { for (int i = 0; i < 3; ++i) both(4); new Lines(); }
}
""")
        subprocess.run(["javac", "-d", self.path("."), self.path("Lines.java")], check=True)
        program = ["--", "java", "-cp", self.path("."), "Lines"]
        for options in (["--calls"], ["--calls", "--call-sites"], ["--call-sites", "--types"],
                        ["--cpu", "--call-sites", "--tool", "agent-java"]):
            said = self.record(*options, "-o", self.result, *program).stderr.decode()
            self.assertNotIn("no lines", said)
            self.ok("verify", self.result)
            found = json.loads(self.ok("search", self.result, "/^Lines.get$/", "--json", "--metric", "calls"))
            self.assertEqual(found["contexts"], 1 if options == ["--calls"] else 6)
            self.assertEqual(found["inclusive"], 60)  # with those of leaf
        shown = self.ok("dump", self.result).decode()
        self.assertEqual(sorted(re.findall(r"Lines\.get .*<(\d+) ", shown)), ["11", "14", "15", "16", "8", "9"])
        merged = self.made("merged.cct", "convert", self.result, "--apply", "merge-call-sites")
        self.assertEqual(json.loads(self.ok("search", merged, "/^Lines.get$/", "--json"))["contexts"], 1)

    def test_types_of_objects_in_java(self):
        self.needs_recorder("agent-java")
        self.write("Pets.java", "public class Pets { static class A { Object get() { return this; } } static class B extends A {}"
                   " public static void main(String[] a) { for (A o : new A[] {new A(), new A(), new B()}) o.get(); } }")
        subprocess.run(["javac", "-d", self.path("."), self.path("Pets.java")], check=True)
        self.record("--calls", "--types", "-o", self.result, "--", "java", "-cp", self.path("."), "Pets")
        types = self.ok("dump", self.result, "--types").decode()
        self.assertEqual(re.findall(r"receiver\tPets\$(\w)\t(\d)", types), [("A", "2"), ("B", "1")])
        self.assertIn("1 function in 1 context", self.ok("search", self.result, "types>1 fn:Pets").decode())
        self.ok("verify", self.result)

    def test_leave_out_of_java(self):
        self.needs_recorder("agent-java")
        run = self.record("--calls", "--leave-out", "Burn.work", "-o", self.result, "--", *self.java(), "50")
        self.assertEqual(run.stdout, b"done\n")
        self.assertIn("Burn.keep", self.table())
        self.assertNotIn("Burn.work", self.table())


if __name__ == "__main__":
    binary.main()
