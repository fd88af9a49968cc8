#!/usr/bin/env python3
"""Writes the recordings of tests/cct/import/data/perf_data, as perf's files are laid out. They are compressed, as perf itself
would be asked to read a file that lies there as it is.

usage: make_perf_data.py FOLDER
"""
import gzip
import pathlib
import struct
import sys

IP, TID, TIME, ADDR, READ, CALLCHAIN, ID, CPU, PERIOD, STREAM_ID = (1 << i for i in range(10))
STACK_USER, IDENTIFIER = 1 << 13, 1 << 16
KERNEL, USER = 1, 2
IN_KERNEL, IN_USER = (1 << 64) - 128, (1 << 64) - 512
MMAP, LOST, COMM, EXIT, FORK, SAMPLE, MMAP2, LOST_SAMPLES, KSYMBOL = 1, 2, 3, 4, 7, 9, 10, 13, 17
ATTR, BUILD_ID, ROUND, AUXTRACE, UPDATE, FEATURE, COMPRESSED, COMPRESSED2 = 64, 67, 68, 71, 78, 80, 81, 83
TEXT = 0xFFFFFFFF81000000
APP = "/opt/app/bin/app"


class Machine:
    """How one writes numbers."""

    def __init__(self, order="<"):
        self.order = order

    def n(self, form, *values):
        return struct.pack(self.order + form, *values)

    def text(self, text, pad=8):
        raw = text.encode() + b"\0"
        return raw + b"\0" * (-len(raw) % pad)

    def feature_text(self, text):
        raw = self.text(text, 64)
        return self.n("I", len(raw)) + raw

    def record(self, kind, misc, body):
        return self.n("IHH", kind, misc, len(body) + 8) + body

    def attribute(self, kind, config, sample_type, sample_id_all=True, max_stack=0, read_format=0, period=4000,
                  is_frequency=False):
        flags = (1 << 18 if sample_id_all else 0) | (1 << 10 if is_frequency else 0)
        raw = bytes(flags >> 8 * i & 255 for i in range(8))
        if self.order == ">":
            raw = bytes(int(f"{byte:08b}"[::-1], 2) for byte in raw)
        return (self.n("IIQQQQ", kind, 112, config, period, sample_type, read_format) + raw +
                self.n("IIQQQQIiQIHH", 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, max_stack, 0))


class Recording:
    """Two events, whose records end in thread, time and number of the event."""
    TYPE = IP | TID | TIME | CALLCHAIN | ID | PERIOD

    def __init__(self, machine=None, sample_type=TYPE):
        self.m = machine or Machine()
        self.type = sample_type
        self.attributes = [self.m.attribute(1, 0, sample_type), self.m.attribute(0, 1, sample_type, max_stack=3)]
        self.ids = [[100, 101], [200]]
        self.names = ["cpu-clock:u", "instructions:ppp"]

    def id_sample(self, tid, time, event=0, pid=7):
        m = self.m
        return ((m.n("II", pid, tid) if self.type & TID else b"") + (m.n("Q", time) if self.type & TIME else b"") +
                (m.n("Q", self.ids[event][0] if time else 0) if self.type & ID else b""))

    def mmap2(self, begin, size, offset, path, time=0, pid=7, inode=77):
        m = self.m
        return m.record(MMAP2, USER, m.n("IIQQQIIQQII", pid, pid, begin, size, offset, 8, 1, inode, 0, 5, 2) +
                        m.text(path) + self.id_sample(pid, time))

    def mmap(self, begin, size, offset, path, misc=KERNEL, pid=0xFFFFFFFF):
        m = self.m
        return m.record(MMAP, misc, m.n("IIQQQ", pid, 0, begin, size, offset) + m.text(path) + self.id_sample(0, 0))

    def comm(self, tid, name, time=0, pid=7):
        return self.m.record(COMM, 0, self.m.n("II", pid, tid) + self.m.text(name) + self.id_sample(tid, time))

    def fork(self, pid, parent_pid, tid, parent_tid, time, misc=0):
        return self.m.record(FORK, misc, self.m.n("IIIIQ", pid, parent_pid, tid, parent_tid, time) +
                             self.id_sample(tid, time))

    def lost(self, count, time):
        return self.m.record(LOST, 0, self.m.n("QQ", 100, count) + self.id_sample(7, time))

    def sample(self, tid, time, chain, period=250000, event=0, misc=USER, pid=7, more=b"", ip=None):
        m, t = self.m, self.type
        body = b""
        ip = ip or next((entry for entry in chain if entry < IN_USER), 0)
        for bit, part in ((IDENTIFIER, m.n("Q", self.ids[event][-1] if self.ids[event] else 0)), (IP, m.n("Q", ip)), (TID, m.n("II", pid, tid)),
                          (TIME, m.n("Q", time)), (ID, m.n("Q", self.ids[event][-1] if self.ids[event] else 0)), (PERIOD, m.n("Q", period)),
                          (CALLCHAIN, m.n("Q", len(chain)) + b"".join(m.n("Q", entry) for entry in chain))):
            if t & bit:
                body += part
        return m.record(SAMPLE, misc, body + more)

    def round(self):
        return self.m.record(ROUND, 0, b"")

    def build_id(self, path, size=20):
        m = self.m
        raw = bytes(range(1, size + 1)) + b"\0" * (20 - size)
        return m.record(BUILD_ID, 2 | 1 << 15, m.n("I", 7) + raw + bytes([size, 0, 0, 0]) + m.text(path))

    def description(self):
        m = self.m
        return (m.n("II", len(self.names), 128) + b"".join(
            attribute + b"\0" * (128 - len(attribute)) + m.n("I", len(ids)) + m.feature_text(name) +
            b"".join(m.n("Q", i) for i in ids)
            for attribute, ids, name in zip(self.attributes, self.ids, self.names)))

    def command(self):
        return self.m.n("I", 3) + b"".join(map(self.m.feature_text, ("perf", "record", "-g")))

    def features(self):
        m = self.m
        return {2: self.build_id(APP), 3: m.feature_text("build host"), 4: m.feature_text("6.1.0"),
                11: self.command(), 12: self.description()}

    def file(self, records, features=None, size=None):
        m = self.m
        features = self.features() if features is None else features
        data = b"".join(records)
        entry = 128 + 16
        ids_at = 104
        ids = b"".join(m.n("Q", i) for each in self.ids for i in each)
        attributes_at = ids_at + len(ids)
        data_at = attributes_at + entry * len(self.attributes)
        attributes = b""
        at = ids_at
        for attribute, each in zip(self.attributes, self.ids):
            attributes += attribute + b"\0" * (128 - len(attribute)) + m.n("QQ", at, 8 * len(each))
            at += 8 * len(each)
        bits = sum(1 << bit for bit in features)
        magic = b"PERFILE2" if m.order == "<" else b"2ELIFREP"
        header = magic + m.n("QQQQQQQQQQQQ", 104, entry, attributes_at, len(attributes), data_at,
                             len(data) if size is None else size, 0, 0, bits, 0, 0, 0)
        at = data_at + len(data) + 16 * len(features)
        sections = b""
        for _, part in sorted(features.items()):
            sections += m.n("QQ", at, len(part))
            at += len(part)
        return header + ids + attributes + data + sections + b"".join(part for _, part in sorted(features.items()))

    def pipe(self, records):
        m = self.m
        head = [m.record(ATTR, 0, a + b"".join(m.n("Q", i) for i in ids))
                for a, ids in zip(self.attributes, self.ids)]
        head += [m.record(UPDATE, 0, m.n("QQ", 2, ids[0]) + m.text(name)) for ids, name in zip(self.ids, self.names)]
        head += [m.record(FEATURE, 0, m.n("Q", bit) + part) for bit, part in ((3, m.feature_text("build host")),
                                                                             (11, self.command()))]
        head += [m.record(66, 0, m.n("I", 5)) + b"other\0\0\0"]
        return (b"PERFILE2" if m.order == "<" else b"2ELIFREP") + m.n("Q", 16) + b"".join(head + records)


# Of the program: main at 0x1100, that calls f and g, and a library without a file below it.
MAIN, F, G = 0x401110, 0x401220, 0x401330


def processes(r):
    return [r.mmap(TEXT, 0x1000000, TEXT, "[kernel.kallsyms]_text"),
            r.mmap(0xFFFFFFFFC0000000, 0x4000, 0, "/lib/modules/6.1.0/kernel/fs/ext4.ko"),
            r.comm(7, "app"), r.mmap2(0x400000, 0x2000, 0x1000, APP), r.mmap2(0x7F0000000000, 0x3000, 0, "//anon")]


def plain(r):
    """Two threads, a child that runs another program, records of two processors out of order."""
    return processes(r) + [
        r.sample(7, 1000, [IN_USER, F, MAIN]),
        r.sample(7, 2000, [IN_KERNEL, TEXT + 0x500, TEXT + 0x700, 0xFFFFFFFFC0000010, IN_USER, G, MAIN], misc=KERNEL),
        r.round(),
        r.fork(7, 7, 8, 7, 1500), r.sample(8, 1600, [IN_USER, 0x7F0000000100, F, MAIN]), r.comm(8, "worker", 1700),
        r.sample(8, 1800, [IN_USER, F, MAIN]), r.round(),
        r.sample(7, 2500, [IN_USER, G, MAIN, MAIN], event=1, period=11), r.lost(3, 2600),
        r.fork(9, 7, 9, 7, 2700), r.sample(9, 2800, [IN_USER, F, MAIN], pid=9),
        r.comm(9, "other", 2850, pid=9), r.mmap2(0x400000, 0x1000, 0, "/opt/other", 2900, pid=9),
        r.sample(9, 3000, [IN_USER, 0x400500, F], pid=9), r.sample(9, 2750, [IN_USER, 0x12], pid=9), r.round(),
    ]


def raw_frame(content, blocks):
    """A zstd stream of one frame without compression, cut into pieces of so many bytes."""
    stream = b"\x28\xb5\x2f\xfd\x00\x58"
    for at in range(0, len(content), blocks):
        block = content[at:at + blocks]
        last = at + blocks >= len(content)
        stream += struct.pack("<I", len(block) << 3 | last)[:3] + block
    return stream


def compressed(r, kind=COMPRESSED):
    records = processes(r) + [r.sample(7, 1000 + i, [IN_USER, F if i % 3 else G, MAIN]) for i in range(20)]
    stream = raw_frame(b"".join(records), 300)
    pieces = [stream[at:at + 210] for at in range(0, len(stream), 210)]
    if kind == COMPRESSED:
        return [r.m.record(kind, 0, piece) for piece in pieces]
    return [r.m.record(kind, 0, r.m.n("Q", len(piece)) + piece + b"\0" * (-len(piece) % 8)) for piece in pieces]


def without_chains():
    """One event that nobody named, without times and threads."""
    r = Recording(sample_type=IP | PERIOD)
    r.attributes, r.ids = [r.m.attribute(4, 0x3C, r.type, sample_id_all=False)], [[]]
    r.id_sample = lambda *_, **__: b""
    return r.file([r.mmap2(0x400000, 0x2000, 0x1000, APP, pid=0), r.sample(0, 0, [F], pid=0), r.sample(0, 0, [G], pid=0),
                   r.sample(0, 0, [F], pid=0, period=1)], features={})


def stack_copies():
    r = Recording(sample_type=Recording.TYPE | STACK_USER)
    copy = r.m.n("Q", 8) + b"stack..." + r.m.n("Q", 8)
    return r.file(processes(r) + [r.sample(7, 10, [], more=copy, ip=F),
                                  r.sample(7, 20, [IN_KERNEL, TEXT + 0x10], misc=KERNEL, more=copy)])


def tracepoint():
    r = Recording(sample_type=Recording.TYPE | IDENTIFIER)
    r.attributes[1] = r.m.attribute(2, 300, r.type)
    r.names[1] = "sched:sched_switch"
    r.id_sample = lambda tid, time, event=0, pid=7: r.m.n("IIQQQ", pid, tid, time, 100, 100)
    return r.file(processes(r) + [r.sample(7, 10, [IN_USER, F, MAIN], event=1, period=5), r.sample(7, 11, [IN_USER, F])])


def counts(group):
    """Samples that tell how far their event or a group of them has counted: value, times, number, lost."""
    r = Recording(sample_type=Recording.TYPE | READ)
    m = r.m
    for i, kind in enumerate((1, 0)):
        r.attributes[i] = m.attribute(kind, i, r.type, read_format=1 | 2 | 4 | 16 | (8 if group else 0))

    def reading(*values):
        pairs = [(values[i], r.ids[i][0] if i < 2 else 999) for i in range(len(values))]
        if group:
            return m.n("QQQ", len(pairs), 5, 6) + b"".join(m.n("QQQ", value, i, 0) for value, i in pairs)
        return m.n("QQQQQ", values[0], 5, 6, r.ids[0][0], 0)

    def sample(time, chain, *values):
        # The counts stand in front of the stack.
        whole = r.sample(7, time, chain)
        at = len(whole) - 8 * (len(chain) + 1)
        return m.record(SAMPLE, USER, whole[8:at] + reading(*values) + whole[at:])

    return r.file(processes(r) + [sample(10, [IN_USER, F, MAIN], 100, 7), sample(20, [IN_USER, G, MAIN], 150, 7),
                                  sample(30, [IN_USER, G, MAIN], 150, 20, 3), sample(40, [IN_USER, F, MAIN], 120, 21)])


def fixed_periods(machine=None):
    """Samples that tell no period: of an event with one of its own, of one with a frequency, of a tracepoint."""
    r = Recording(machine, sample_type=Recording.TYPE & ~PERIOD)
    m = r.m
    r.attributes = [m.attribute(1, 0, r.type, period=1000000), m.attribute(0, 1, r.type, period=99, is_frequency=True),
                    m.attribute(2, 300, r.type, period=1)]
    r.ids, r.names = [[100, 101], [200], [300]], ["cpu-clock:u", "instructions", "sched:sched_switch"]
    return r.file(processes(r) + [r.sample(7, 10 + i, [IN_USER, F, MAIN], event=i % 3) for i in range(7)])


def synthesized_forks():
    """Processes that ran before perf began, one of which is told of twice: none has what its parent has."""
    r = Recording()
    return r.file(processes(r) + [
        r.fork(9, 7, 9, 7, 0, misc=1 << 13), r.comm(9, "other", pid=9), r.mmap2(0x800000, 0x2000, 0, "/opt/other", pid=9),
        r.sample(9, 10, [IN_USER, F], pid=9), r.sample(9, 20, [IN_USER, 0x800010], pid=9), r.sample(7, 30, [IN_USER, F]),
        r.fork(9, 7, 9, 7, 40, misc=1 << 13), r.sample(9, 50, [IN_USER, 0x800010], pid=9),
        r.fork(10, 7, 10, 7, 60), r.sample(10, 70, [IN_USER, F], pid=10)])


def number_0(more=0):
    """Samples that perf made itself: they have no event's number, and are of the first."""
    r = Recording(sample_type=Recording.TYPE | more)
    if more:
        r.id_sample = lambda tid, time, event=0, pid=7: r.m.n("IIQQQ", pid, tid, time, 100, 100)
    known = [r.sample(7, 10 + i, [IN_USER, F], event=i, period=5 + i) for i in range(2)]
    r.ids[1] = [0]
    unknown = [r.sample(7, 20, [IN_USER, G, MAIN], event=1, period=7)]
    r.ids[1] = [999]
    unknown += [r.sample(7, 30, [IN_USER, G, MAIN], event=1, period=70)]
    r.ids[1] = [200]
    return r.file(processes(r) + known + unknown)


def filtered():
    """Samples that the kernel lost, and those that the recording was told to leave out."""
    r = Recording()
    lost = [r.m.record(LOST_SAMPLES, misc, r.m.n("Q", count) + r.id_sample(7, 20 + count))
            for misc, count in ((0, 2), (1 << 15, 5), (1 << 15, 1 << 63))]
    return r.file(processes(r) + [r.sample(7, 10, [IN_USER, F, MAIN])] + lost)


def lost_told_twice():
    """Events that count themselves what they lose, as the buffers tell of the same."""
    r = Recording()
    r.attributes[0] = r.m.attribute(1, 0, r.type, read_format=16)
    return r.file(processes(r) + [r.sample(7, 10, [IN_USER, F, MAIN]), r.lost(3, 20), r.lost(4, 30),
                                  r.m.record(LOST_SAMPLES, 0, r.m.n("Q", 7) + r.id_sample(0, 0))])


def odd_records():
    r = Recording()
    m = r.m
    return r.file(processes(r) + [
        r.sample(7, 1, [IN_USER, F, MAIN]),
        m.record(SAMPLE, USER, m.n("QIIQQ", F, 7, 7, 2, 999)),
        m.record(SAMPLE, USER, m.n("QIIQQQQ", F, 7, 7, 3, 100, 1, 1 << 61)),
        m.record(MMAP2, USER, m.n("II", 7, 7)),
        m.record(KSYMBOL, 0, m.n("QIHH", TEXT - 0x1000, 0x100, 1, 0) + m.text("bpf_prog_1") + r.id_sample(0, 0)),
        r.sample(7, 4, [IN_KERNEL, TEXT - 0xFF0, IN_USER, F], misc=KERNEL),
        r.sample(7, 5, [(1 << 64) - 2048, 0x1234, IN_USER, 0x99, G], misc=4),
        m.record(AUXTRACE, 0, m.n("QQQIIII", 16, 0, 0, 0, 7, 0, 0)) + b"not records data",
        m.record(1000, 0, b"of a later version"),
        r.sample(7, 6, [IN_USER, F, MAIN, G], event=1),
        m.n("IHH", 3, 0, 4),
    ])


def main():
    folder = pathlib.Path(sys.argv[1])
    r = Recording()
    big = Recording(Machine(">"))
    files = {
        "plain": r.file(plain(r)),
        "big_endian": big.file(plain(big)),
        "pipe": r.pipe(plain(r)),
        "compressed_records": r.file(compressed(r)),
        "compressed_records_2": r.file(compressed(r, COMPRESSED2)),
        "without_chains": without_chains(),
        "stack_copies": stack_copies(),
        "tracepoint": tracepoint(),
        "fixed_periods": fixed_periods(),
        "fixed_periods_big_endian": fixed_periods(Machine(">")),
        "synthesized_forks": synthesized_forks(),
        "number_0": number_0(),
        "number_0_in_front": number_0(IDENTIFIER),
        "filtered": filtered(),
        "lost_told_twice": lost_told_twice(),
        "odd_records": odd_records(),
        "counts": counts(False),
        "counts_of_groups": counts(True),
        "not_finished": r.file(plain(r), features={}, size=0),
        "cut_off": r.file(plain(r))[:1200],
        "no_samples": r.file(processes(r)),
        "header_cut_off": r.file([])[:90],
        "header_of_other_size": b"PERFILE2" + struct.pack("<Q", 40) + bytes(40),
        "attributes_of_no_size": b"PERFILE2" + struct.pack("<QQ", 104, 3) + bytes(90),
        "attributes_elsewhere": b"PERFILE2" + struct.pack("<QQQQ", 104, 144, 1 << 40, 288) + bytes(90),
        "period_too_large": r.file(processes(r) + [r.sample(7, 1, [F], period=1 << 63)]),
        "not_compressed": r.file([r.m.record(COMPRESSED, 0, b"no zstd at all..")]),
    }
    for name, content in files.items():
        (folder / f"{name}.gz").write_bytes(gzip.compress(content, mtime=0))


main()
