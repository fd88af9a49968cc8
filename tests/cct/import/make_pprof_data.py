#!/usr/bin/env python3
"""Writes the pprof profiles in tests/cct/import/data/pprof: small ones, each with one thing that readers get wrong.

usage: make_pprof_data.py FOLDER
"""
import gzip
import pathlib
import sys


def varint(value):
    value &= (1 << 64) - 1
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes(out) + bytes([value])


def number(field, value):
    return varint(field << 3) + varint(value)


def data(field, value):
    return varint(field << 3 | 2) + varint(len(value)) + value


class Profile:
    """Collects messages; strings are numbered as they come."""

    def __init__(self, *types):
        self.strings = [""]
        self.parts = []  # (field, bytes)
        for name, unit in types:
            self.add(1, number(1, self.text(name)) + number(2, self.text(unit)))

    def text(self, text):
        if text not in self.strings:
            self.strings.append(text)
        return self.strings.index(text)

    def add(self, field, message):
        self.parts.append(data(field, message))

    def value(self, field, value):
        self.parts.append(number(field, value))

    def mapping(self, ident, filename, start=0, offset=0):
        self.add(3, number(1, ident) + number(2, start) + number(4, offset) + number(5, self.text(filename)))

    def function(self, ident, name, file="", line=0, system_name=None):
        message = number(1, ident) + number(2, self.text(name)) + number(4, self.text(file)) + number(5, line)
        self.add(5, message + number(3, self.text(name if system_name is None else system_name)))

    def location(self, ident, *lines, mapping=0, address=0):
        """lines: function, or (function, line) or (function, line, column); the innermost first."""
        message = number(1, ident) + number(2, mapping) + number(3, address)
        for line in lines:
            fields = line if isinstance(line, tuple) else (line,)
            message += data(4, b"".join(number(1 + k, value) for k, value in enumerate(fields)))
        self.add(4, message)

    def label(self, key, text=None, num=None):
        message = number(1, self.text(key))
        message += number(2, self.text(text)) if text is not None else number(3, num)
        return data(3, message)

    def sample(self, locations, values, *labels, packed=True):
        """locations: the innermost first."""
        if packed:
            message = data(1, b"".join(map(varint, locations))) + data(2, b"".join(map(varint, values)))
        else:
            message = b"".join(number(1, one) for one in locations) + b"".join(number(2, one) for one in values)
        self.add(2, message + b"".join(labels))

    def functions(self, *names):
        """Functions 1, 2, ... each with a location of its number."""
        for k, name in enumerate(names):
            self.function(k + 1, name)
            self.location(k + 1, k + 1)

    def table(self):
        return b"".join(data(6, text.encode("latin-1")) for text in self.strings)

    def bytes(self, strings_first=False):
        body = b"".join(self.parts)
        return self.table() + body if strings_first else body + self.table()


SAMPLES = ("samples", "count")
CPU = ("cpu", "nanoseconds")


def small(types, names, *samples):
    """Functions of these names and samples of (locations, values)."""
    p = Profile(*types)
    p.functions(*names)
    for locations, values in samples:
        p.sample(locations, values)
    return p


def plain():
    p = Profile(SAMPLES, CPU)
    p.mapping(1, "/usr/bin/app", 0x400000)
    for k, name in enumerate(("main", "parse", "read")):
        p.function(k + 1, name, "/src/main.c", 10 * k + 5)
        p.location(k + 1, (k + 1, 10 * k + 7), mapping=1, address=0x401000 + 16 * k)
    p.sample([3, 2, 1], [2, 20_000_000])
    p.sample([2, 1], [1, 10_000_000])
    p.sample([3, 2, 1], [1, 10_000_000])
    p.sample([], [1, 1])
    p.value(9, 1_700_000_000_000_000_000)
    p.value(10, 2_500_000_000)
    p.value(13, p.text("made by hand"))
    p.value(7, p.text("^malloc"))
    p.value(8, p.text("malloc_trim"))
    return p


def units():
    """Names of units as pprof takes them; a period that is told."""
    p = Profile(SAMPLES, ("cpu", "\u03bcs".encode().decode("latin-1")), ("wall", "Nanoseconds"), ("lock", "HOURS"),
                ("heap", "kB"), ("cells", "Cells"))
    p.functions("main")
    p.sample([1], [2, 725_583, 3_000_000, 2, 1536, 7])
    p.add(11, number(1, p.text("cpu")) + number(2, p.text("nanoseconds")))
    p.value(12, 1_003_009)
    return p


def reordered():
    """Samples first, unpacked; ids that are addresses; the strings in front."""
    p = Profile()
    ids = [0xFFFF_FFFF_FFFF_FFF0, 0x55D0_0000_1000, 7]
    p.sample([ids[1], ids[0]], [5], packed=False)
    p.sample([ids[2], ids[0]], [6], packed=False)
    for k, name in enumerate(("main", "left", "right")):
        p.location(ids[k], ids[k])
        p.function(ids[k], name)
    p.add(1, number(1, p.text("events")) + number(2, p.text("count")))
    return p


def inlined():
    p = Profile(SAMPLES)
    p.mapping(1, "app")
    for k, name in enumerate(("main", "outer", "middle", "inner")):
        p.function(k + 1, name, "a.cc", k + 1)
    p.location(1, 1, mapping=1)
    p.location(2, (4, 9), (3, 8), (2, 7), mapping=1)
    p.location(3, (2, 70), mapping=1)
    p.sample([2, 1], [3])
    p.sample([3, 1], [4])
    return p


def no_names():
    p = Profile(SAMPLES)
    p.mapping(1, "/usr/lib/libc.so.6", 0x7F00_0000_0000, 0x28000)
    p.mapping(2, "[kernel.kallsyms]")
    p.location(1, mapping=1, address=0x7F00_0000_1234)
    p.location(2, address=0x4242)
    p.location(3, mapping=1)
    p.location(4)
    p.function(9, "", system_name="_ZN1a1bEv")
    p.location(5, 9)
    p.function(10, "do_syscall_64")
    p.location(6, 10, mapping=2)
    p.function(11, "")
    p.location(7, 11, mapping=1, address=0x7F00_0000_2222)
    p.location(8, 0, address=0x99)
    for k in range(1, 9):
        p.sample([k], [k])
    return p


def default_type(name, values=(1, 2, 3)):
    p = small([("alloc_objects", "count"), ("alloc_space", "bytes"), ("delay", "microseconds")], ["main"],
              ([1], values))
    if name:
        p.value(14, p.text(name))
    return p


def difference(label):
    p = Profile(SAMPLES, CPU)
    p.functions("main", "old", "new")
    base = [p.label("pprof::base", "true")] if label else []
    p.sample([1], [3, 30])
    p.sample([3, 1], [7, 70])
    p.sample([1], [-4, -40], *base)
    p.sample([2, 1], [-5, -50], *base)
    return p


def threads(names=("main", "worker", "worker")):
    p = Profile(SAMPLES)
    p.functions("start", "work")
    for k, name in enumerate(names):
        labels = [p.label("thread_name", name), p.label("thread_id", num=100 + k),
                  p.label("region", "eu" if k else "us")]
        p.sample([2, 1], [k + 1], *labels)
    p.sample([1], [10], p.label("bytes", num=48)) if len(set(names)) > 1 else None
    return p


def go_limit(depth, root="main.serve", deeper=False):
    """A heap profile of Go stops at 32 frames."""
    p = Profile(("inuse_space", "bytes"))
    p.functions("runtime.mallocgc", root, *(f"main.f{k}" for k in range(1, depth - 1)))
    p.sample([1] + list(range(depth, 1, -1)), [64])
    p.sample([1, 2], [32])
    if deeper:
        p.sample([1] * 3 + list(range(depth, 1, -1)), [16])
    return p


def versions():
    """Put together from the profiles of two builds."""
    p = Profile(SAMPLES)
    for ident, file, line in ((1, "/mod/a@v1/a.go", 10), (2, "/mod/a@v2/a.go", 12)):
        p.function(ident, "a.Serve", file, line)
        p.location(ident, (ident, line + 3))
    p.function(3, "runtime.main", "/go/proc.go", 250)
    p.location(3, 3)
    p.sample([1, 3], [1])
    p.sample([2, 3], [2])
    return p


def anonymous():
    """Functions of one name at several lines are several; a column counts where it is the function's own."""
    p = Profile(SAMPLES)
    p.function(1, "(anonymous)", "a.js", 3)
    p.function(2, "(anonymous)", "a.js", 9)
    p.location(1, (1, 3, 14))
    p.location(2, (2, 9, 1))
    p.location(3, (2, 11, 5))
    p.sample([1], [1])
    p.sample([2], [2])
    p.sample([3], [4])
    return p


def dangling():
    p = Profile(SAMPLES)
    p.function(1, "main")
    p.add(5, number(1, 2) + number(2, 9999))
    p.location(1, 1)
    p.location(2, 2)
    p.location(3, 77)
    p.location(1, 2)
    p.function(1, "again")
    p.mapping(4, "a")
    p.mapping(4, "b")
    p.sample([2, 1], [5])
    p.sample([3, 1], [6])
    p.sample([55, 1], [7])
    return p


def unknown_fields():
    p = plain()
    p.add(20, b"new")
    p.add(11, number(1, 1))
    p.add(2, data(1, varint(1)) + data(2, varint(1) + varint(2)) + varint(9 << 3 | 1) + b"\0" * 8 + data(10, b"x"))
    return p


def main():
    folder = pathlib.Path(sys.argv[1])
    files = {
        "plain": plain().bytes(),
        "units": units().bytes(),
        "reordered": reordered().bytes(strings_first=True),
        "inlined": inlined().bytes(),
        "no_names": no_names().bytes(),
        "default_type": default_type("alloc_space").bytes(),
        "default_type_missing": default_type(None).bytes(),
        "default_type_of_zeros": default_type("delay", (1, 2, 0)).bytes(),
        "difference": difference(True).bytes(),
        "negative": difference(False).bytes(),
        "threads": threads().bytes(),
        "one_thread": threads(("main",)).bytes(),
        "go_cut_off": go_limit(32).bytes(),
        "go_deeper": go_limit(32, deeper=True).bytes(),
        "go_from_its_start": go_limit(32, root="runtime.main").bytes(),
        "versions": versions().bytes(),
        "anonymous": anonymous().bytes(),
        "dangling": dangling().bytes(),
        "value_counts": small([SAMPLES], ["main"], ([1], [1, 2, 3]), ([1], []), ([1], [4])).bytes(),
        "no_names_of_types": small([("", "")], ["main"], ([1], [3])).bytes(),
        "any_bytes": small([SAMPLES], ["caf\xe9", "nul\0inside"], ([2, 1], [1])).bytes(),
        "unknown_fields": unknown_fields().bytes(),
        "sum_too_large": small([SAMPLES], ["main"], *2 * [([1], [(1 << 63) - 1])]).bytes(),
        "no_types": small([], ["main"], ([1], [1])).bytes(),
        "only_types": Profile(SAMPLES).bytes(),
        "many_types": Profile(*((f"t{k}", "count") for k in range(257))).bytes(),
        "truncated": plain().bytes()[:-40],
        "huge_length": plain().bytes() + varint(2 << 3 | 2) + varint(1 << 62),
        "endless_number": plain().bytes() + data(2, data(1, b"\xff" * 11)),
        "unknown_type": plain().bytes() + varint(2 << 3 | 7),
    }
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        (folder / f"{name}.pb").write_bytes(content)
    (folder / "packed.pb.gz").write_bytes(gzip.compress(files["plain"], mtime=0))


if __name__ == "__main__":
    main()
