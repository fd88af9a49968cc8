#!/usr/bin/env python3
"""usage: bench/recording_cost.py RINGSCOPE [--rounds N]

What `ringscope record` costs a program in C++, one in Java (JLex on its sample), one for Node.js, one in Python and a
shell script that starts the first: runs them plain and with each recorder that is installed, in turns, and prints
medians as a table. `program` is how long the program itself took (the attribute `duration` of the result), `command`
the whole of `ringscope record`, with starting the recorder, reading what it left and writing the .cct.
"""
import argparse
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import tempfile
import time

CPP = """
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
static unsigned long seed = 1;
static unsigned next() { seed = seed * 6364136223846793005ul + 1442695040888963407ul; return unsigned(seed >> 33); }
__attribute__((noinline)) static unsigned collatz(unsigned n) {
  unsigned steps = 0;
  for (; n != 1 && steps < 500; ++steps) n = n % 2 ? 3 * n + 1 : n / 2;
  return steps;
}
__attribute__((noinline)) static unsigned fib(unsigned n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
__attribute__((noinline)) static size_t words(int count) {
  std::map<std::string, int> found;
  for (int i = 0; i < count; ++i) ++found["w" + std::to_string(next() % 5000)];
  return found.size();
}
int main() {
  unsigned long sum = 0;
  for (int i = 0; i < 60; ++i) {
    for (int j = 0; j < 20000; ++j) sum += collatz(1 + next() % 100000);
    sum += fib(24) + words(40000);
  }
  std::printf("%lu\\n", sum);
}
"""
NODE = """
function fib(n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
function words(count) {
  const found = new Map();
  for (let i = 0; i < count; i++) { const key = 'w' + (i * 7919) % 5000; found.set(key, (found.get(key) || 0) + 1); }
  return found.size;
}
function parse(count) {
  let sum = 0;
  for (let i = 0; i < count; i++) sum += JSON.parse(JSON.stringify({a: i, b: [i, i + 1]})).b[1];
  return sum;
}
let sum = 0;
for (let i = 0; i < 12; i++) sum += fib(27) + words(100000) + parse(40000);
console.log(sum);
"""
PYTHON = """
import json, re
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)
def words(count):
    found = {}
    for i in range(count):
        key = "w%d" % (i * 7919 % 5000)
        found[key] = found.get(key, 0) + 1
    return len(found)
def parse(count):
    return sum(json.loads(json.dumps({"a": i, "b": [i, i + 1]}))["b"][1] for i in range(count))
print(sum(fib(21) + words(50000) + parse(8000) + len(re.findall(r"\\w+", "a b " * 20000)) for _ in range(8)))
"""
JLEX = "/usr/share/java/JLex.jar"


def seconds_of(command, folder):
    start = time.monotonic()
    subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.monotonic() - start


def programs(folder):
    """Name, plain command, and ways to record it: what to say, options, command."""
    compiler = ["c++", "-O2", "-g", "-o"]
    (folder / "work.cpp").write_text(CPP)
    probes = ["-finstrument-functions", "-finstrument-functions-exclude-file-list=/usr/"]
    for name, options in {"work": ["-fno-omit-frame-pointer"], "lean": [], "told": probes}.items():
        subprocess.run([*compiler, name, *options, "work.cpp"], cwd=folder, check=True)
    yield "C++", ["./work"], [("--cpu, frame pointers", ["--tool", "perf-fp"], ["./work"]),
                              ("--cpu, debug information", ["--tool", "perf-dwarf"], ["./lean"]),
                              ("--calls", ["--tool", "agent-native"], ["./told"]),
                              ("--heap", ["--heap", "--tool", "heaptrack"], ["./work"])]
    if os.path.exists(JLEX) and shutil.which("java"):
        lexer = folder / "sample.lex"
        packed = pathlib.Path("/usr/share/doc/jlex/examples/sample.lex.gz")
        lexer.write_bytes(subprocess.run(["gzip", "-dc", packed], check=True, stdout=subprocess.PIPE).stdout
                          if packed.exists() else packed.with_suffix("").read_bytes())
        java = ["java", "-cp", JLEX, "JLex.Main", str(lexer)]
        yield "Java (JLex)", java, [("--cpu", ["--tool", "jfr"], java), ("--calls", ["--calls"], java),
                                    ("--heap", ["--heap"], java)]
    if shutil.which("node"):
        (folder / "work.js").write_text(NODE)
        node = ["node", "work.js"]
        yield "Node.js", node, [("--cpu", [], node), ("--heap", ["--heap"], node)]
    (folder / "work.py").write_text(PYTHON)
    python = ["python3", "work.py"]
    yield "Python", python, [("--cpu", ["--tool", "py-spy"], python), ("--calls", ["--calls"], python)]
    script = folder / "start.sh"
    script.write_text("#!/bin/sh\ncd \"$(dirname \"$0\")\" && exec ./work\n")
    script.chmod(0o755)
    yield "shell script", ["./start.sh"], [("--cpu", [], ["./start.sh"])]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ringscope", type=pathlib.Path)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    ringscope = str(options.ringscope.resolve())
    print("| program | recorded | by | plain | program | command | contexts | load |\n|--|--|--|--|--|--|--|--|")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for program, plain, ways in programs(folder):
            for what, words, command in ways:
                result = folder / "out.cct"
                record = [ringscope, "record", "-q", *words, "-o", str(result), "--", *command]
                try:
                    seconds_of(record, folder)
                except subprocess.CalledProcessError:
                    continue  # it is not installed, or may not record here
                times = {"plain": [], "program": [], "command": []}
                for _ in range(options.rounds):
                    # The one that is recorded, as it was built for it.
                    times["plain"].append(seconds_of(plain, folder))
                    times["command"].append(seconds_of(record, folder))
                    info = json.loads(subprocess.run([ringscope, "info", "--json", str(result)], check=True,
                                                     stdout=subprocess.PIPE).stdout)
                    attributes = info["executions"][0]["attributes"]
                    times["program"].append(float(attributes["duration"].split()[0]))
                middle = {key: statistics.median(values) for key, values in times.items()}
                print(f"| {program} | {what} | {attributes['tool'].split(',')[0]} | {middle['plain']:.2f} s "
                      f"| {middle['program'] / middle['plain']:.2f} | {middle['command'] / middle['plain']:.2f} "
                      f"| {info['nodes'] - 1:,} | {os.getloadavg()[0]:.1f} |", flush=True)


if __name__ == "__main__":
    main()
