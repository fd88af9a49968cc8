#!/usr/bin/env python3
"""Writes the profiles of tests/cct/import/data/pstats.

usage: make_pstats_data.py FOLDER
"""
import marshal
import pathlib
import struct
import sys

MAIN, A, B, LEAF = ("prog.py", 1, "<module>"), ("prog.py", 2, "a"), ("prog.py", 5, "b"), ("prog.py", 8, "leaf")
LEN = ("~", 0, "<built-in method builtins.len>")
EVEN, ODD, FIB = ("prog.py", 11, "even"), ("prog.py", 13, "odd"), ("prog.py", 15, "fib")


def estimate():
    """Calls of one function by two, whose own callees meet again: what leaf spent for whom is not told."""
    return {
        MAIN: (1, 1, 0.001, 1.0, {}),
        A: (2, 2, 0.099, 0.399, {MAIN: (2, 2, 0.099, 0.399)}),
        B: (1, 1, 0.2, 0.6, {MAIN: (1, 1, 0.2, 0.6)}),
        LEAF: (30, 30, 0.5, 0.7, {A: (10, 10, 0.2, 0.3), B: (20, 20, 0.3, 0.4)}),
        LEN: (60, 60, 0.2, 0.2, {LEAF: (60, 60, 0.2, 0.2)}),
    }


def plain():
    """A tree: nothing is divided."""
    return {
        MAIN: (1, 1, 0.25, 1.0, {}),
        A: (3, 3, 0.5, 0.75, {MAIN: (3, 3, 0.5, 0.75)}),
        LEN: (7, 7, 0.25, 0.25, {A: (7, 7, 0.25, 0.25)}),
    }


def cycle():
    return {
        MAIN: (1, 1, 0.0, 0.9, {}),
        EVEN: (1, 16, 0.2, 0.4, {MAIN: (1, 1, 0.0125, 0.4), ODD: (15, 0, 0.1875, 0.375)}),
        ODD: (1, 15, 0.2, 0.3875, {EVEN: (15, 1, 0.2, 0.3875)}),
        FIB: (1, 1973, 0.5, 0.5, {MAIN: (1, 1, 0.01, 0.5), FIB: (1972, 10, 0.49, 0.49)}),
    }


def odd_values():
    """What the module profile writes, numbers of every kind, a name of more than ASCII."""
    return {
        MAIN: (1, 1, 0, 3, {}),
        ("b\u00e4r.py", 3, "gr\u00fc\u00dfe"): (1, 1, 2, 2.5, {MAIN: 1}),
        A: (1 << 40, 1 << 40, -1.0, 0.5, {MAIN: (1 << 40, 1 << 40, 0.5, 0.5)}),
    }


def python_2(stats):
    """The same as Python 2 writes it: texts that are interned, numbers of 4 bytes, no references."""
    known = {}

    def text(value):
        if value in known:
            return b"R" + struct.pack("<I", known[value])
        known[value] = len(known)
        raw = value.encode()
        return b"t" + struct.pack("<I", len(raw)) + raw

    def value(item):
        if isinstance(item, str):
            return text(item)
        if isinstance(item, int):
            return b"i" + struct.pack("<i", item)
        if isinstance(item, float):
            return b"g" + struct.pack("<d", item)
        if isinstance(item, tuple):
            return b"(" + struct.pack("<I", len(item)) + b"".join(map(value, item))
        return b"{" + b"".join(value(k) + value(v) for k, v in item.items()) + b"0"

    return value(stats)


def main():
    folder = pathlib.Path(sys.argv[1])
    files = {
        "plain.pstats": marshal.dumps(plain(), 4),
        "estimate.pstats": marshal.dumps(estimate(), 4),
        "cycle.pstats": marshal.dumps(cycle(), 2),
        "odd_values.pstats": marshal.dumps(odd_values(), 4),
        "python_2.pstats": python_2(estimate()),
        "cut_off.pstats": marshal.dumps(plain(), 4)[:-20],
        "too_large.pstats": marshal.dumps({MAIN: (1, 1, 1e10, 1e10, {})}, 4),
    }
    for name, content in files.items():
        (folder / name).write_bytes(content)


if __name__ == "__main__":
    main()
