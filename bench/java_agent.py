#!/usr/bin/env python3
"""usage: bench/java_agent.py AGENT_FOLDER [--rounds N] [--programs jlex,javac] [--steps LIBRARY]

What recording costs Java programs: runs them plain, recorded, and recorded without receivers and allocations, in turns,
and prints medians of elapsed and of processor time (of all threads, so with compilation and garbage collection), and
what they are of those of the plain runs. AGENT_FOLDER has ringscope-agent.jar and libringscope_java.so
(build/PRESET/agents/java). With libsingle_step.so of the tests the cost of the VM's own events of method entries and
exits is measured too.

  jlex        JLex (Debian's jlex) on its sample.lex: short, so mostly the start
  javac       javac on the lexer that JLex made of it
  jlex-long   JLex on sample.lex 25 times in one virtual machine: what is left when the start is over
"""
import argparse
import os
import pathlib
import resource
import shutil
import statistics
import struct
import subprocess
import tempfile
import time

JLEX = "/usr/share/java/JLex.jar"
AGAIN = """public class Again {
    public static void main(String[] arguments) throws Exception {
        for (int i = 0; i < 25; i++) JLex.Main.main(arguments);
    }
}
"""


def sample(folder):
    packed = pathlib.Path("/usr/share/doc/jlex/examples/sample.lex.gz")
    plain = pathlib.Path("/usr/share/doc/jlex/examples/sample.lex")
    target = folder / "sample.lex"
    if plain.exists():
        shutil.copy(plain, target)
    else:
        target.write_bytes(subprocess.run(["gzip", "-dc", packed], check=True, stdout=subprocess.PIPE).stdout)
    return target


def run(command, folder):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.monotonic()
    subprocess.run(command, check=True, cwd=folder, stdout=subprocess.DEVNULL)
    elapsed = time.monotonic() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return elapsed, after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def trace_size(path):
    """Contexts, and bytes of the blocks in use, of a trace memory (cct/trace/trace_layout.h)."""
    block_bytes, node_blocks = 64 * 1024, 1
    contexts = 0
    with open(path, "rb") as file:
        blocks = struct.unpack_from("<Q", file.read(32), 16)[0]
        for block in range(1, blocks):
            file.seek(block * block_bytes)
            kind, used = struct.unpack("<II", file.read(8))
            if kind == node_blocks:
                contexts += used
    return contexts, blocks * block_bytes


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("agent", type=pathlib.Path)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--programs", default="jlex,javac,jlex-long")
    parser.add_argument("--steps", type=pathlib.Path)
    parser.add_argument("--java-options", default="", help="of all virtual machines, separated by spaces")
    options = parser.parse_args()
    jar = options.agent.resolve() / "ringscope-agent.jar"
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        lexer = sample(folder)
        subprocess.run(["java", "-cp", JLEX, "JLex.Main", lexer], check=True, stdout=subprocess.DEVNULL)
        (folder / "Again.java").write_text(AGAIN)
        subprocess.run(["javac", "-cp", JLEX, "-d", folder, folder / "Again.java"], check=True)
        own = options.java_options.split()
        programs = {
            "jlex": lambda agent: ["java", *own, *agent, "-cp", JLEX, "JLex.Main", lexer],
            "javac": lambda agent: ["javac", *("-J" + word for word in own + agent), "-d", folder / "classes",
                                    folder / "sample.lex.java"],
            "jlex-long": lambda agent: ["java", *own, *agent, "-cp", f"{JLEX}:{folder}", "Again", lexer],
        }
        trace = folder / "trace"
        variants = {
            "plain": [],
            "recorded": [f"-javaagent:{jar}=trace={trace}"],
            "calls and bytecodes": [f"-javaagent:{jar}=trace={trace},receivers=off,allocations=off"],
        }
        if options.steps:
            variants["events of methods"] = [f"-agentpath:{options.steps.resolve()}={folder / 'events'},events"]
        for program in options.programs.split(","):
            command = programs[program]
            times = {variant: [] for variant in variants}
            size = None
            for _ in range(options.rounds):
                for variant, agent in variants.items():
                    trace.unlink(missing_ok=True)
                    times[variant].append(run(command(agent), folder))
                    if variant == "recorded":
                        size = trace_size(trace)
            print(f"{program}: load {os.getloadavg()[0]:.1f}, {options.rounds} rounds, {size[0]:,} contexts, "
                  f"{size[1] / size[0]:.1f} bytes each")
            plain = [statistics.median(column) for column in zip(*times["plain"])]
            for variant, runs in times.items():
                elapsed, processor = (statistics.median(column) for column in zip(*runs))
                print(f"  {variant:22} elapsed {elapsed:6.2f} s {elapsed / plain[0]:5.2f}   "
                      f"processor {processor:6.2f} s {processor / plain[1]:5.2f}", flush=True)


if __name__ == "__main__":
    main()
