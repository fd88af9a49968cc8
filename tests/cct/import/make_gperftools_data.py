#!/usr/bin/env python3
"""Writes the gperftools CPU profiles of tests/cct/import/data/gperftools.

usage: make_gperftools_data.py FOLDER
"""
import pathlib
import struct
import sys

MAPS = b"""\
00400000-00500000 r-xp 00001000 08:01 11          /bin/program
7f0000000000-7f0000010000 r-xp 00000000 08:01 12   /lib/lib c.so
7f0000020000-7f0000030000 rw-p 00000000 00:00 0
  7fff0000-7fff1000 r-xp 00000000 00:00 0          [vdso]
build=/nowhere
"""

JAVA_NAMES = b"""\
 0x00000003 com.example.Parser.read (Parser.java:12)
 0x00000004 GC
"""

RECORDS = [
    (2, [0x401010, 0x402020, 0x400100]),
    (3, [0x402020, 0x400100]),
    (1, [0x7F0000000040, 0x402020, 0x400100]),
    (5, [0x401010, 0x402020, 0x400100]),
    (1, [0x7FFF0010, 0x7F0000020010]),
]


def words(layout, *values):
    mask = (1 << (8 * struct.calcsize(layout))) - 1
    return b"".join(struct.pack(layout, value & mask) for value in values)


def profile(layout, records, header=(0, 3, 0, 10000, 0), trailer=(0, 1, 0), maps=MAPS):
    body = words(layout, *header)
    for count, addresses in records:
        body += words(layout, count, len(addresses), *addresses)
    return body + words(layout, *trailer) + maps


def main():
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    folder = pathlib.Path(sys.argv[1])
    low = [(count, [address & 0x7FFFFFFF for address in addresses]) for count, addresses in RECORDS]
    files = {
        "little_64": profile("<Q", RECORDS),
        "little_32": profile("<I", low),
        "big_64": profile(">Q", RECORDS),
        "big_32": profile(">I", low),
        "without_maps": profile("<Q", RECORDS[:2], maps=b""),
        "longer_header": profile("<Q", RECORDS[:1], header=(0, 5, 0, 250, 0, 8, 9)),
        "odd_records": profile("<Q", [(0, [1, 2]), (4, []), (1, [0x400100])]),
        "no_trailer": profile("<Q", RECORDS[:2], trailer=(), maps=b""),
        "cut_off": profile("<Q", RECORDS[:2], trailer=(), maps=b"")[:-9],
        "huge_stack": profile("<Q", [])[:40] + words("<Q", 1, 1 << 60, 5),
        "java": profile("<I", [(1, [3, 4]), (2, [3, 5])], header=(0, 3, 1, 10000, 0), maps=JAVA_NAMES),
        "no_records": profile("<Q", []),
        "time_too_large": profile("<Q", [((1 << 62), [0x400100])]),
    }
    for name, content in files.items():
        (folder / f"{name}.prof").write_bytes(content)
    return 0


if __name__ == "__main__":
    sys.exit(main())
