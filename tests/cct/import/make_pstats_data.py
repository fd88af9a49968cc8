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


def code_object(layout):
    """A code object as a version of Python writes it, with another one among its constants, and a value of each kind."""
    numbers, is_new = {"2": (4, False), "3.0": (5, False), "3.8": (6, False), "3.11": (5, True)}[layout]

    def text(value):
        return b"z" + bytes([len(value)]) + value.encode()

    def code(name, consts):
        fields = [b"s\4\0\0\0d\0S\0", b"(" + struct.pack("<I", len(consts)) + b"".join(consts), b")\0", b")\0"]
        fields += [b"s\0\0\0\0"] if is_new else [b")\0", b")\0"]
        fields += [text("prog.py"), text(name)] + ([text(name)] if is_new else [])
        behind = [b"s\0\0\0\0"] * (2 if is_new else 1)
        return b"c" + struct.pack(f"<{numbers}i", *range(numbers)) + b"".join(fields) + struct.pack("<i", 7) + b"".join(behind)

    odd = [b"N", b".", b"y" + bytes(16), b"x\0011\0012", b">" + struct.pack("<I", 1) + b"T", b"[\0\0\0\0", b"{NN0"]
    return code("<module>", [code("inner", odd), *odd])


def run_as_program(layout):
    """What `python3 -m profile -o FILE prog.py` writes: the program's code stands in place of a name."""
    profile = b"z\7profile"
    outer = b")\3" + profile + b"i\0\0\0\0z\x08profiler"
    module = b")\3" + profile + b"i\0\0\0\0" + code_object(layout)
    # A tuple that may be referred to, and a reference to it.
    first = b"\xa9" + module[1:]
    costs = b")\5i\1\0\0\0i\1\0\0\0" + b"g" + struct.pack("<d", 0.25) + b"g" + struct.pack("<d", 0.75)
    none = b")\5" + b"i\0\0\0\0" * 4
    work = b")\3" + b"z\7prog.py" + b"i\2\0\0\0z\4work"
    work_costs = b")\5i\2\0\0\0i\2\0\0\0" + (b"g" + struct.pack("<d", 0.5)) * 2
    return (b"{" + first + costs + b"{" + outer + b"i\1\0\0\0" + b"0" + outer + none + b"{0" + work + work_costs + b"{"
            + b"r\0\0\0\0" + b"i\2\0\0\0" + b"0" + b"0")


def main():
    folder = pathlib.Path(sys.argv[1])
    files = {
        "plain.pstats": marshal.dumps(plain(), 4),
        "estimate.pstats": marshal.dumps(estimate(), 4),
        "cycle.pstats": marshal.dumps(cycle(), 2),
        "odd_values.pstats": marshal.dumps(odd_values(), 4),
        "python_2.pstats": python_2(estimate()),
        **{f"run_as_program_{layout}.pstats": run_as_program(layout) for layout in ("2", "3.0", "3.8", "3.11")},
        "cut_off_in_code.pstats": run_as_program("3.11")[:90],
        "cut_off.pstats": marshal.dumps(plain(), 4)[:-20],
        "too_large.pstats": marshal.dumps({MAIN: (1, 1, 1e10, 1e10, {})}, 4),
    }
    for name, content in files.items():
        (folder / name).write_bytes(content)


if __name__ == "__main__":
    main()
