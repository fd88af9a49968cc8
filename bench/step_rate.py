"""How often `ringscope series` finds a step among runs of one and the same program.

usage: step_rate.py RINGSCOPE [BLOCKS [RUNS]]
Runs one program BLOCKS x RUNS times (default 20 x 20) under a sampler, and makes a series of each block of RUNS runs, in the order in
which they ran. All steps that are found are false, or the machine's. Prints how many blocks have one, and how many of all
functions that were tested; for values and for shares of the totals.
"""

import collections
import json
import os
import subprocess
import sys
import tempfile
import threading
import time

SAMPLING_S = 0.0005
RUN_S = 0.15


def small(limit):
    return sum(k * k for k in range(limit))


def texts(count):
    return sorted(str(k * 7919 % 1000) for k in range(count))


def table(size):
    return {k: [k] * 10 for k in range(size)}


def work(rounds):
    for _ in range(rounds):
        small(3000)
        texts(1500)
        table(700)
        small(1000)


def sample(thread, counts, done):
    while not done.is_set():
        time.sleep(SAMPLING_S)
        frame, names = sys._current_frames().get(thread), []
        while frame is not None:
            names.append(frame.f_code.co_name)
            frame = frame.f_back
        if names:
            counts[";".join(reversed(names))] += 1


def run(path, rounds):
    counts, done = collections.Counter(), threading.Event()
    sampler = threading.Thread(target=sample, args=(threading.get_ident(), counts, done))
    sampler.start()
    work(rounds)
    done.set()
    sampler.join()
    with open(path, "w") as file:
        file.writelines(f"{stack} {count}\n" for stack, count in counts.items())


def rounds_for(seconds):
    start = time.process_time()
    work(20)
    return max(1, round(20 * seconds / (time.process_time() - start)))


def main():
    program = sys.argv[1]
    blocks, runs = (int(sys.argv[k]) if len(sys.argv) > k else 20 for k in (2, 3))
    sys.setswitchinterval(SAMPLING_S / 2)
    rounds = rounds_for(RUN_S)
    found = {"values": [0, 0, 0], "shares": [0, 0, 0]}  # blocks with a step, steps, tested
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(blocks):
            files = [os.path.join(folder, f"{k:03}.folded") for k in range(runs)]
            for file in files:
                run(file, rounds)
            for what, options in (("values", []), ("shares", ["--share"])):
                series = json.loads(subprocess.run([program, "series", *files, "--json", *options], check=True,
                                                   capture_output=True).stdout)
                steps = sum(1 for one in [series, *series["functions"]] if one["steps"])
                found[what][0] += steps > 0
                found[what][1] += steps
                found[what][2] += series["tested_for_steps"]
    for what, (with_step, steps, tested) in found.items():
        print(f"{what}: {with_step} of {blocks} series of {runs} runs have a step; {steps} of {tested} tests found one")


if __name__ == "__main__":
    main()
