#!/usr/bin/env python3
"""Writes the protobuf reports of tests/cct/import/data/simpleperf, as `simpleperf report-sample --protobuf` does.

usage: make_simpleperf_data.py FOLDER
"""
import pathlib
import struct
import sys

from make_pprof_data import data, number

NATIVE, INTERPRETED, JIT, ART = range(4)
APP, LIBC, KERNEL, CACHE, UNKNOWN = range(5)
FILES = [
    ("/data/app/base.apk!/lib/arm64/libapp.so", ["Draw(int)", "main"]),
    ("/system/lib64/libc.so", ["memcpy", "__libc_init"]),
    ("[kernel.kallsyms]", ["sys_futex"]),
    ("[JIT app cache]", ["app.Main.run"]),
    ("unknown", []),
]


def part(field, content):
    return data(field, content.encode() if isinstance(content, str) else content)


def entry(file, symbol, address, execution=None):
    return (number(1, address) + number(2, file) + number(3, symbol) +
            (b"" if execution is None else number(4, execution)))


def sample(time, thread, chain, count, event):
    return part(1, number(1, time) + number(2, thread) + b"".join(part(3, entry(*e)) for e in chain) +
                number(4, count) + number(5, event))


def lost(samples, count):
    return part(2, number(1, samples) + number(2, count))


def files():
    return [part(3, number(1, i) + part(2, path) + b"".join(part(3, s) for s in symbols) +
                 b"".join(part(4, "_Z" + s) for s in symbols)) for i, (path, symbols) in enumerate(FILES)]


def thread(tid, name, pid=11):
    return part(4, number(1, tid) + number(2, pid) + part(3, name))


def meta(events, off_cpu=False, app=None):
    return part(5, b"".join(part(1, e) for e in events) + (part(2, app) if app else b"") + number(6, off_cpu))


def switch(on, time, tid):
    return part(6, number(1, on) + number(2, time) + number(3, tid))


def report(records, version=1, end=True):
    return (b"SIMPLEPERF" + struct.pack("<H", version) +
            b"".join(struct.pack("<I", len(r)) + r for r in records) + (struct.pack("<I", 0) if end else b""))


DRAW = [(LIBC, 0, 0x1234), (APP, 0, 0x5678), (APP, 1, 0x9ABC)]


def plain():
    return report([
        meta(["cpu-cycles:u", "task-clock"], app="org.example.app"),
        sample(1516268753000, 11, DRAW, 250000, 0),
        sample(1516268754000, 11, DRAW[1:], 150000, 0),
        sample(1516268755000, 12, [(KERNEL, 0, 0x10), (CACHE, 0, 0x20, JIT), (CACHE, 0, 0x24, INTERPRETED),
                                   (APP, -1, 0x30), (UNKNOWN, -1, 0x40)], 1000000, 1),
        lost(3, 2), *files(), thread(11, "RenderThread"), thread(12, "main"),
    ])


def off_cpu(switches):
    """Thread 11 sleeps for 5000 ns below memcpy and then to the end, thread 12 for 700 ns."""
    records = [meta(["cpu-clock", "sched:sched_switch"], off_cpu=True),
               sample(1000, 11, DRAW, 250000, 0),
               sample(2000, 11, DRAW, 1, 1), switch(0, 2001, 11),
               sample(2500, 12, DRAW[1:], 1, 1), switch(0, 2501, 12), switch(1, 3200, 12),
               switch(1, 7000, 11),
               sample(8000, 11, DRAW[1:], 250000, 0),
               sample(9000, 11, DRAW[1:], 1, 1), switch(0, 9001, 11)]
    if not switches:
        records = [r for r in records if r[0] != part(6, b"")[0]]
    return report(records + [lost(5, 0), *files(), thread(11, "RenderThread"), thread(12, "main")])


def odd_records():
    return report([
        meta(["cpu-clock"]),
        sample(1, 11, [(APP, 9, 0x10), (9, 0, 0x20), (LIBC, 1, 0x30)], 7, 3),
        sample(2, 99, [], 1, 0),
        part(1, number(1, 3) + number(2, 11)),
        sample(4, 11, DRAW, 1 << 63, 0),
        part(1, part(3, b"\x08")) + b"\x0b",
        part(1, b"\x08"),
        part(9, "of a later version"),
        *files(), files()[0], thread(11, "t"),
    ])


def main():
    folder = pathlib.Path(sys.argv[1])
    for name, content in {
            "plain.trace": plain(),
            "off_cpu.trace": off_cpu(True),
            "off_cpu_without_switches.trace": off_cpu(False),
            "odd_records.trace": odd_records(),
            "cut_off.trace": plain()[:230],
            "no_samples.trace": report([meta(["cpu-clock"]), lost(0, 0)]),
            "version.trace": report([], version=2),
    }.items():
        (folder / name).write_bytes(content)


main()
