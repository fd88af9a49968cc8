"""What recording types costs beside the recorder without them: processor time of the same program, in turns.

usage: recorded_types.py [--python .../lib/ringscope/python] [--java .../libringscope_java.so] [--repeats N]
"""

import argparse
import os
import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile

from python_agent import PROGRAMS, TAIL

PYTHON_PROGRAMS = PROGRAMS | {"calls: 8 arguments of several types": """
def take(a, b, c, d, e, f, g, h):
    return a
def run():
    some = (1, "a", 2.5, None, [], {}, b"", (), True)
    for i in range(300_000):
        j = i % 9
        take(some[j], j, "x", None, some[j - 1], 1.5, (), some[j - 2])
"""}

# What they define stands in `class Program`.
JAVA_PROGRAMS = {
    "calls: fib(38)": """
    static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
    static void run() { fib(38); }
""",
    "calls: methods of 20,000,000 objects": """
    record Point(int x, int y) {
        Point plus(Point other) { return new Point(x + other.x, y + other.y); }
        int length() { return Math.abs(x) + Math.abs(y); }
    }
    static void run() {
        Point total = new Point(0, 0), step = new Point(1, -1);
        for (int i = 0; i < 20_000_000; i++) {
            total = total.plus(step);
            total.length();
        }
    }
""",
    "calls: 3 receivers in turn": """
    static class Shape { Object kept; Object area(Object scale) { kept = scale; return scale; } }
    static class Circle extends Shape {}
    static class Square extends Shape {}
    static void run() {
        Shape[] shapes = {new Shape(), new Circle(), new Square()};
        for (int i = 0; i < 30_000_000; i++) shapes[i % 3].area(shapes[(i >> 2) % 3]);
    }
""",
    "calls: 8 arguments of several types": """
    static Object take(Object a, int b, Object c, Object d, Object e, double f, Object g, Object h) { return a; }
    static void run() {
        Object[] some = {1, "a", 2.5, null, new int[0], new Object[0], 'c', 3L, true};
        for (int i = 0; i < 5_000_000; i++) {
            int j = i % 9;
            take(some[j], j, "x", null, some[(j + 1) % 9], 1.5, some, some[(j + 2) % 9]);
        }
    }
""",
    "ordinary: maps, sorting, texts": """
    static void run() {
        java.util.Random random = new java.util.Random(1);
        java.util.Map<String, Integer> counts = new java.util.HashMap<>();
        for (int i = 0; i < 1_000_000; i++) counts.merge("word " + random.nextInt(20_000), 1, Integer::sum);
        java.util.List<java.util.Map.Entry<String, Integer>> rows = new java.util.ArrayList<>(counts.entrySet());
        for (int i = 0; i < 10; i++) {
            java.util.Collections.shuffle(rows, random);
            rows.sort(java.util.Map.Entry.<String, Integer>comparingByValue().thenComparing(java.util.Map.Entry::getKey));
        }
        StringBuilder text = new StringBuilder();
        for (var row : rows) text.append(row.getKey()).append('=').append(row.getValue()).append('\\n');
        java.util.regex.Pattern.compile("[a-d]+ (\\\\d+)").matcher(text).results().count();
    }
""",
}


def processor_seconds(command, environment):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, env=environment, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def python_commands(agent, folder):
    """By title: of words for the recorder, the command and its environment."""
    environment = dict(os.environ, PYTHONPATH=str(agent))
    for title, text in PYTHON_PROGRAMS.items():
        program = folder / "program.py"
        program.write_text(text + TAIL)
        recorder = ["/usr/bin/python3", "-m", "ringscope_record", "--trace", f"{folder}/t_%p.trace"]
        yield title, lambda types: ([*recorder, *(["--types"] if types else []), program], environment)


def java_commands(agent, folder):
    def option(types):
        return f"-agentpath:{agent.resolve()}=trace={folder}/t_%p.trace{',types' if types else ''}"

    for title, text in JAVA_PROGRAMS.items():
        source = folder / "Program.java"
        source.write_text(f"public class Program {{{text}    public static void main(String[] a) {{ run(); }}\n}}\n")
        subprocess.run(["javac", "-d", folder, source], check=True)
        yield title, lambda types: (["java", option(types), "-cp", folder, "Program"], os.environ)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--python", type=pathlib.Path)
    parser.add_argument("--java", type=pathlib.Path)
    parser.add_argument("--repeats", type=int, default=5)
    options = parser.parse_args()
    print(f"load {os.getloadavg()[0]:.1f}\n\n| program | without types, s | with types, s | ratio |\n|--|--|--|--|")
    for agent, commands in ((options.python, python_commands), (options.java, java_commands)):
        if agent is None:
            continue
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            for title, command in commands(agent, folder):
                seconds = {False: [], True: []}
                for _ in range(options.repeats):
                    for types, taken in seconds.items():
                        taken.append(processor_seconds(*command(types)))
                        for trace in folder.glob("t_*.trace*"):
                            trace.unlink()
                without, with_types = (statistics.median(taken) for taken in seconds.values())
                print(f"| {title} | {without:.2f} | {with_types:.2f} | {with_types / without:.2f} |", flush=True)


if __name__ == "__main__":
    sys.exit(main())
