#!/usr/bin/env python3
"""Writes the recordings of tests/cct/import/data/jfr.

usage: make_jfr_data.py FOLDER
"""
import pathlib
import struct
import sys

# Types without fields of their own, by id.
BUILT_IN = {
    4: "boolean", 5: "char", 6: "float", 7: "double", 8: "byte", 9: "short", 10: "int", 11: "long",
    20: "java.lang.String",
}  # fmt: skip
STRING, CLASS, THREAD, FRAME_TYPE, STACK, METHOD, SYMBOL, FRAME, STATE = range(20, 29)
CONSTANT, ARRAY = "constant", "array"
# Fields: name, type, and what is special about it.
TYPES = {
    CLASS: ("java.lang.Class", [("name", SYMBOL, CONSTANT), ("modifiers", 10)]),
    THREAD: (
        "java.lang.Thread",
        [("osName", STRING), ("osThreadId", 11), ("javaName", STRING), ("javaThreadId", 11)],
    ),
    FRAME_TYPE: ("jdk.types.FrameType", [("description", STRING)]),
    STACK: ("jdk.types.StackTrace", [("truncated", 4), ("frames", FRAME, ARRAY)]),
    METHOD: (
        "jdk.types.Method",
        [("type", CLASS, CONSTANT), ("name", SYMBOL, CONSTANT), ("descriptor", SYMBOL, CONSTANT), ("hidden", 4)],
    ),
    SYMBOL: ("jdk.types.Symbol", [("string", STRING)]),
    FRAME: ("jdk.types.StackFrame", [("method", METHOD, CONSTANT), ("lineNumber", 10), ("type", FRAME_TYPE, CONSTANT)]),
}
START = ("startTime", 11, "TICKS")
DURATION = ("duration", 11, "TICKS")
WHO = [("eventThread", THREAD, CONSTANT), ("stackTrace", STACK, CONSTANT)]
EVENTS = {
    100: ("jdk.ExecutionSample", [START, ("sampledThread", THREAD, CONSTANT), ("stackTrace", STACK, CONSTANT)]),
    101: ("jdk.NativeMethodSample", [START, ("sampledThread", THREAD, CONSTANT), ("stackTrace", STACK, CONSTANT)]),
    102: ("profiler.WallClockSample", [START, *WHO, ("samples", 10)]),
    103: ("jdk.ObjectAllocationInNewTLAB", [START, *WHO, ("allocationSize", 11), ("tlabSize", 11)]),
    104: ("jdk.ObjectAllocationOutsideTLAB", [START, *WHO, ("allocationSize", 11)]),
    105: ("jdk.ObjectAllocationSample", [START, *WHO, ("weight", 11)]),
    106: ("jdk.JavaMonitorEnter", [START, DURATION, *WHO, ("monitorClass", CLASS, CONSTANT)]),
    107: ("jdk.ThreadPark", [START, DURATION, *WHO]),
    108: ("profiler.Malloc", [START, *WHO, ("address", 11), ("size", 11)]),
    109: ("jdk.CPUTimeSample", [START, *WHO, ("samplingPeriod", 11, "MILLISECONDS")]),
    110: ("datadog.ObjectSample", [START, *WHO, ("size", 11), ("weight", 6)]),
    111: ("jdk.JavaExceptionThrow", [START, *WHO, ("message", STRING)]),
    112: ("jdk.CPULoad", [START, ("user", 6), ("system", 7)]),
    113: ("app.Request", [START, DURATION, *WHO, ("path", STRING)]),
}
FRAME_TYPES = ["Interpreted", "JIT compiled", "Inlined", "Native", "C++", "Kernel", "C1 compiled"]


class Bytes:
    def __init__(self, compressed):
        self.compressed = compressed
        self.data = b""

    def number(self, value, size):
        value &= (1 << 64) - 1
        if not self.compressed:
            self.data += (value & ((1 << (8 * size)) - 1)).to_bytes(size, "big")
            return
        for _ in range(8):
            if value < 0x80:
                break
            self.data += bytes([value & 0x7F | 0x80])
            value >>= 7
        self.data += bytes([value])

    def text(self, text, encoding=3):
        """None, "", a constant's id (int), or text."""
        if text is None:
            self.data += b"\0"
        elif text == "":
            self.data += b"\1"
        elif isinstance(text, int):
            self.data += b"\2"
            self.number(text, 8)
        elif encoding == 4:
            units = struct.unpack(f">{len(text.encode('utf-16-be', 'surrogatepass')) // 2}H",
                                  text.encode("utf-16-be", "surrogatepass"))
            self.data += b"\4"
            self.number(len(units), 4)
            for unit in units:
                self.number(unit, 2)
        else:
            raw = text.encode("latin-1" if encoding == 5 else "utf-8")
            self.data += bytes([encoding])
            self.number(len(raw), 4)
            self.data += raw

    def value(self, types, type_id, value):
        if type_id in (4, 8):
            self.data += bytes([value])
        elif type_id in (5, 9):
            self.number(value, 2)
        elif type_id == 10:
            self.number(value, 4)
        elif type_id == 11:
            self.number(value, 8)
        elif type_id == 6:
            self.data += struct.pack(">f", value)
        elif type_id == 7:
            self.data += struct.pack(">d", value)
        elif type_id == STRING:
            self.text(*value) if isinstance(value, tuple) else self.text(value)
        else:
            for field, part in zip(types[type_id][1], value, strict=True):
                self.field(types, field, part)

    def field(self, types, field, value):
        parts = value if ARRAY in field[2:] else [value]
        if ARRAY in field[2:]:
            self.number(len(parts), 4)
        for part in parts:
            if CONSTANT in field[2:]:
                self.number(part, 8)
            else:
                self.value(types, field[1], part)


class Chunk:
    """Events and constants of a chunk. `step` and `first` make the ids of its constants."""

    def __init__(self, compressed=True, version=(2, 1), step=1, first=1, types=None, shift=0):
        self.compressed, self.version, self.step, self.first = compressed, version, step, first
        self.types = {**TYPES, **EVENTS, **(types or {})}
        self.ids = {number: number + (shift if number >= 100 else 0) for number in {**BUILT_IN, **self.types}}
        self.pools = {}  # type: {key: (id, value)}
        self.events = []

    def constant(self, type_id, key, value):
        pool = self.pools.setdefault(type_id, {})
        if key not in pool:
            pool[key] = ((self.first + self.step * len(pool)) & ((1 << 64) - 1), value)
        return pool[key][0]

    def symbol(self, text):
        return self.constant(SYMBOL, text, [text])

    def thread(self, name, tid, java_id=7):
        return self.constant(THREAD, (name, tid), [name, tid, name, java_id])

    def method(self, text):
        """"class.method", or "library|function" of native code."""
        native = "|" in text
        holder, _, name = text.rpartition("|" if native else ".")
        value = [self.constant(CLASS, holder, [self.symbol(holder), 1]), self.symbol(name),
                 self.symbol("()L;" if native else "(I)V"), 0]
        return self.constant(METHOD, text, value)

    def stack(self, text, truncated=0):
        """"outer inner", each with a letter of its type in front (one of ijnlxkc, as in FRAME_TYPES)."""
        frames = []
        for frame in reversed(text.split()):
            kind = "ijlnxkc".index(frame[0])
            frames.append([self.method(frame[2:]), 12,
                           self.constant(FRAME_TYPE, kind, [FRAME_TYPES[kind]])])
        return self.constant(STACK, (text, truncated), [truncated, frames])

    def add(self, name, *values):
        type_id = next(number for number, entry in self.types.items() if entry[0] == name)
        body = Bytes(self.compressed)
        for field, value in zip(self.types[type_id][1], values, strict=True):
            body.field(self.types, field, value)
        self.events.append(self.event(self.ids[type_id], body.data))

    def event(self, type_id, fields):
        head = Bytes(self.compressed)
        head.number(type_id, 8)
        rest = head.data + fields
        if not self.compressed:
            return (len(rest) + 4).to_bytes(4, "big") + rest
        # Four bytes whatever the size, as the JDK writes it.
        size = len(rest) + 4
        return bytes([size & 0x7F | 0x80, size >> 7 & 0x7F | 0x80, size >> 14 & 0x7F | 0x80, size >> 21]) + rest

    def metadata(self):
        strings = []

        def string(text):
            if text not in strings:
                strings.append(text)
            return strings.index(text)

        tree = Bytes(self.compressed)

        def element(name, attributes, child_count):
            tree.number(string(name), 4)
            tree.number(len(attributes), 4)
            for key, text in attributes.items():
                tree.number(string(key), 4)
                tree.number(string(text), 4)
            tree.number(child_count, 4)

        element("root", {}, 2)
        element("metadata", {}, len(BUILT_IN) + len(self.types))
        for number, name in BUILT_IN.items():
            element("class", {"name": name, "id": str(number)}, 0)
        for number, (name, fields) in self.types.items():
            element("class", {"name": name, "id": str(self.ids[number])}, len(fields))
            for field, type_id, *marks in fields:
                attributes = {"name": field, "class": str(self.ids.get(type_id, type_id))}
                units = [mark for mark in marks if mark not in (CONSTANT, ARRAY)]
                if CONSTANT in marks:
                    attributes["constantPool"] = "true"
                if ARRAY in marks:
                    attributes["dimension"] = "1"
                element("field", attributes, len(units))
                for unit in units:
                    element("annotation", {"class": "9999", "value": unit}, 0)
        element("region", {"locale": "en"}, 0)
        body = Bytes(self.compressed)
        for number in (0, 0, 1):
            body.number(number, 8)
        body.number(len(strings), 4)
        for text in strings:
            body.text(text)
        return self.event(0, body.data + tree.data)

    def checkpoint(self, pools):
        body = Bytes(self.compressed)
        for number in (0, 0, 0):
            body.number(number, 8)
        body.data += b"\0"
        body.number(len(pools), 4)
        for type_id, pool in pools:
            body.number(self.ids[type_id], 8)
            body.number(len(pool), 4)
            for number, value in pool.values():
                body.number(number, 8)
                body.value(self.types, type_id, value)
        return self.event(1, body.data)

    def raw_checkpoint(self, type_id, value, count=1):
        """With a pool of `count` constants, of which there is one, of id 5."""
        body = Bytes(self.compressed)
        for number in (0, 0, 0):
            body.number(number, 8)
        body.data += b"\0"
        for number in (1, type_id, count, 5):
            body.number(number, 8)
        return self.event(1, body.data + value)

    def header(self, size, metadata_at, ticks=1_000_000):
        return b"FLR\0" + struct.pack(">HHqqqqqqqI", *self.version, size, 0, metadata_at, 10**18, 2_500_000_000, 0,
                                      ticks, int(self.compressed))

    def bytes(self, order="ecm", finished=True, ticks=1_000_000, extra=b""):
        """Events (e), one checkpoint (c) or one a type (C), metadata (m) and other bytes (x) in this order."""
        parts = {
            "e": b"".join(self.events),
            "c": self.checkpoint(list(self.pools.items())),
            "C": b"".join(self.checkpoint([pool]) for pool in self.pools.items()),
            "m": self.metadata(),
            "x": extra,
        }
        body = b"".join(parts[part] for part in order)
        at = 68 + sum(len(parts[part]) for part in order[: order.find("m")])
        if not finished:
            return self.header(0, 0, ticks) + body
        return self.header(68 + len(body), at, ticks) + body


def plain(chunk):
    main, worker = chunk.thread("main", 11), chunk.thread("worker", 12)
    chunk.add("jdk.ExecutionSample", 5, main, chunk.stack("i:app/Main.main j:app/Main.run l:java/util/List.add"))
    chunk.add("jdk.ExecutionSample", 6, main, chunk.stack("i:app/Main.main j:app/Main.run l:java/util/List.add"))
    chunk.add("jdk.ExecutionSample", 7, main, chunk.stack("i:app/Main.main c:app/Main.run"))
    chunk.add("jdk.ExecutionSample", 8, worker, chunk.stack("i:java/lang/Thread.run j:app/Worker.<init>"))
    chunk.add("jdk.ExecutionSample", 9, worker,
              chunk.stack("n:libc.so.6|clone3 x:libjvm.so|Thread::call_run k:|do_syscall_64"))
    chunk.add("jdk.NativeMethodSample", 9, worker, chunk.stack("i:java/lang/Thread.run n:java/lang/Object.wait0"))
    chunk.add("jdk.CPULoad", 9, 0.5, 0.25)
    return chunk


def metrics():
    chunk = Chunk()
    main = chunk.thread("main", 11)
    one, two = chunk.stack("j:a/A.f"), chunk.stack("j:a/A.f j:a/A.g")
    chunk.add("profiler.WallClockSample", 1, main, one, 20)
    chunk.add("profiler.WallClockSample", 1, main, one, 300)
    chunk.add("jdk.ObjectAllocationInNewTLAB", 2, main, two, 24, 1 << 20)
    chunk.add("jdk.ObjectAllocationOutsideTLAB", 2, main, two, 5 << 20)
    chunk.add("jdk.ObjectAllocationSample", 2, main, one, 4096)
    chunk.add("jdk.JavaMonitorEnter", 2, 1500, main, one, chunk.constant(CLASS, "L", [chunk.symbol("L"), 1]))
    chunk.add("jdk.ThreadPark", 3, 20, main, two)
    chunk.add("profiler.Malloc", 3, main, two, 0x7F00, 100)
    chunk.add("jdk.CPUTimeSample", 3, main, two, 10)
    chunk.add("datadog.ObjectSample", 3, main, two, 16, 2.5)
    chunk.add("jdk.JavaExceptionThrow", 3, main, two, "not found")
    chunk.add("jdk.ExecutionSample", 3, main, two)
    chunk.add("jdk.ThreadPark", 3, -5, main, two)
    chunk.add("app.Request", 3, 7, main, two, "/")
    chunk.add("app.Request", 3, 7, main, 0, "/")
    return chunk.bytes()


def states():
    """Samples that tell whether their thread ran or slept."""
    sampled = [START, ("sampledThread", THREAD, CONSTANT), ("stackTrace", STACK, CONSTANT), ("state", STATE, CONSTANT)]
    chunk = Chunk(types={100: ("jdk.ExecutionSample", sampled),
                         STATE: ("jdk.types.ThreadState", [("name", STRING)])})
    main, worker = chunk.thread("main", 11), chunk.thread("worker", 12)
    running = chunk.constant(STATE, 1, ["STATE_RUNNABLE"])
    sleeping = chunk.constant(STATE, 2, ["STATE_SLEEPING"])
    for at, who, state, stack in ((1, main, running, "j:a/A.f"), (2, main, sleeping, "j:a/A.f n:a/A.wait"),
                                  (3, worker, sleeping, "j:a/A.f n:a/A.wait"), (4, worker, running, "j:a/A.f"),
                                  (5, worker, 99, "j:a/A.f")):
        chunk.add("jdk.ExecutionSample", at, who, chunk.stack(stack), state)
    return chunk.bytes()


def strings():
    chunk = Chunk()
    main = chunk.thread("main", 11)
    names = ["plain", None, "", ("latin \xe9", 5), ("chars \xe9\u4e2d\U0001f600", 4), ("half \ud83d", 4), "utf \u4e2d"]
    names.append(chunk.constant(STRING, "far", "from the pool"))
    names.append(chunk.constant(STRING, "near", chunk.constant(STRING, "far", "")))
    names.append(chunk.constant(STRING, "loop", 3))
    names.append(77)
    for number, name in enumerate(names):
        symbol = chunk.constant(SYMBOL, ("name", number), [name])
        holder = chunk.constant(CLASS, "a/A", [chunk.symbol("a/A"), 1])
        method = chunk.constant(METHOD, ("method", number), [holder, symbol, 0, 0])
        chunk.add("jdk.ExecutionSample", 1, main, chunk.constant(STACK, number, [0, [[method, 1, 0]]]))
    return chunk.bytes()


def dangling():
    chunk = Chunk()
    main = chunk.thread("main", 11)
    holder = chunk.constant(CLASS, "a/A", [chunk.symbol("a/A"), 1])
    no_name = chunk.constant(METHOD, 1, [holder, 99, 0, 0])
    no_class = chunk.constant(METHOD, 2, [99, chunk.symbol("f"), 0, 0])
    neither = chunk.constant(METHOD, 3, [99, 99, 0, 0])
    for method in (no_name, no_class, neither, 99):
        chunk.add("jdk.ExecutionSample", 1, main, chunk.constant(STACK, method, [0, [[method, 1, 99]]]))
    chunk.add("jdk.ExecutionSample", 1, main, 99)  # no such stack
    chunk.add("jdk.ExecutionSample", 1, main, 0)  # none
    chunk.add("jdk.ExecutionSample", 1, main, chunk.constant(STACK, "empty", [1, []]))
    chunk.add("jdk.ExecutionSample", 1, 99, chunk.stack("j:a/A.g"))
    chunk.add("jdk.ExecutionSample", 1, chunk.thread(None, 5), chunk.stack("j:a/A.g"))
    chunk.add("jdk.ExecutionSample", 1, chunk.thread("virtual", 0), chunk.stack("j:a/A.g"))
    chunk.events.append(chunk.event(500, b"\1\2"))
    chunk.events.append(chunk.event(100, b"\1"))
    return chunk.bytes()


def cut_stacks():
    chunk = Chunk()
    main = chunk.thread("main", 11)
    for truncated, stack in ((1, "j:a/A.f j:a/A.g"), (0, "j:a/A.f"), (1, "j:a/A.f j:a/A.g"), (0, "j:b/B.f")):
        chunk.add("jdk.ExecutionSample", 1, main, chunk.stack(stack, truncated))
    return chunk.bytes()


def with_constant_of(types, type_id):
    """A constant (without a type: an event) that cannot be read, behind those that can."""
    chunk = Chunk(types=types)
    chunk.add("jdk.ExecutionSample", 1, chunk.thread("main", 11), chunk.stack("j:a/A.f"))
    if type_id is None:
        chunk.events.append(chunk.event(101, b"\1\2\3"))
        return chunk.bytes("cme")
    return chunk.bytes("ecmx", extra=chunk.raw_checkpoint(type_id, b"\1"))


def large_values(*durations, ticks=1_000_000_000):
    chunk = Chunk()
    for duration in durations:
        chunk.add("jdk.ThreadPark", 1, duration, chunk.thread("main", 11), chunk.stack("j:a/A.f"))
    return chunk.bytes(ticks=ticks)


def main():
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    folder = pathlib.Path(sys.argv[1])
    one = plain(Chunk()).bytes()
    one_thread = Chunk()
    one_thread.add("jdk.ExecutionSample", 5, one_thread.thread("main", 11), one_thread.stack("i:a/A.f j:a/A.g"))
    nothing = Chunk()
    nothing.add("jdk.CPULoad", 9, 0.5, 0.25)
    deep = {200 + i: (f"deep.{i}", [("a", 201 + i), ("b", 201 + i)]) for i in range(30)}
    deep[230] = ("deep.30", [("a", 10)])
    zero = plain(Chunk())
    zero.events += [zero.event(0, b"\1\2\3"), zero.event(0, b"")]
    huge = Chunk()
    huge.add("jdk.ExecutionSample", 1, huge.thread("main", 11), 5)
    array = Bytes(True)
    array.data += b"\0"
    array.number(1 << 40, 8)
    huge_strings = Chunk().header(68 + 20, 68) + Chunk().event(0, b"\0\0\0\xff\xff\xff\xff\x07" + b"\x03" * 7)
    files = {
        "plain": one,
        "states": states(),
        "fixed_integers": plain(Chunk(compressed=False, version=(2, 0))).bytes(),
        "version_1": plain(Chunk(version=(1, 0))).bytes(),
        # The second chunk has other ids and other integers.
        "chunks": one + plain(Chunk(compressed=False, version=(2, 0), first=1000, step=7, shift=50)).bytes("mCe"),
        "large_ids": plain(Chunk(first=(1 << 64) - 1, step=-(1 << 61) - 3)).bytes("CeCm"),
        "one_thread": one_thread.bytes(),
        "metrics": metrics(),
        "strings": strings(),
        "dangling": dangling(),
        "cut_stacks": cut_stacks(),
        "event_of_type_zero": zero.bytes("mec"),
        "unfinished": plain(Chunk()).bytes("mce", finished=False),
        "unfinished_then_another": plain(Chunk()).bytes("mce", finished=False) + one,
        "cut_off": plain(Chunk()).bytes("mce")[:-20],
        "cut_off_before_constants": plain(Chunk()).bytes("mec")[:-300],
        "behind_a_chunk": one + b"\x11\x22" * 9 + one,
        "events_end_early": one[:8] + struct.pack(">q", len(one) + 5) + one[16:] + b"\0" * 5,
        "type_in_itself": with_constant_of({200: ("empty", [("a", 201)]), 201: ("loop", [("a", 200)])}, 200),
        "type_too_deep": with_constant_of(deep, 200),
        "unknown_type": with_constant_of({}, 999),
        "event_that_holds_itself": with_constant_of({101: ("jdk.NativeMethodSample", [("a", 101)])}, None),
        "huge_array": huge.bytes("ecmx", extra=huge.raw_checkpoint(STACK, array.data)),
        "huge_pool": huge.bytes("ecmx", extra=huge.raw_checkpoint(STACK, b"\0\0", 1 << 50)),
        "huge_string_count": huge_strings,
        "no_samples": nothing.bytes(),
        "no_events": Chunk().bytes("cm"),
        "header_alone": Chunk().header(68, 0),
        "header_alone_unfinished": Chunk().header(0, 0),
        "without_types": plain(Chunk()).bytes("ec"),
        "unfinished_without_types": plain(Chunk()).bytes("e", finished=False),
        "version_0": b"FLR\0\0\0\0\x09" + one[8:],
        "header_cut_off": one[:40],
        "time_too_large": large_values(1 << 62, ticks=1000),
        "sum_too_large": large_values(1 << 62, 1 << 62),
    }
    for name, content in files.items():
        (folder / f"{name}.jfr").write_bytes(content)
    return 0


if __name__ == "__main__":
    sys.exit(main())
