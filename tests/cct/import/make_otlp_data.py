#!/usr/bin/env python3
"""Writes the OTLP profiles in tests/cct/import/data/otlp: small ones, as messages and as JSON.

usage: make_otlp_data.py FOLDER
"""
import gzip
import json
import pathlib
import struct
import sys

from make_pprof_data import data, number, varint


def packed(field, values):
    return data(field, b"".join(map(varint, values))) if values else b""


def any_value(value):
    if isinstance(value, bool):
        return number(2, int(value)), {"boolValue": value}
    if isinstance(value, int):
        return number(3, value), {"intValue": str(value)}
    return data(1, value.encode("latin-1")), {"stringValue": value}


class Profiles:
    """Collects profiles of resources and the dictionary that they refer to."""

    def __init__(self):
        self.texts = [""]
        self.mappings, self.functions, self.locations = [{}], [{}], [{}]
        self.attributes, self.stacks = [("", "")], [[]]
        self.resources = []  # (attributes, profiles)

    def text(self, text):
        if text not in self.texts:
            self.texts.append(text)
        return self.texts.index(text)

    def add(self, table, entry):
        table.append(entry)
        return len(table) - 1

    def mapping(self, filename, start=0, offset=0):
        return self.add(self.mappings, {"memoryStart": start, "fileOffset": offset,
                                        "filenameStrindex": self.text(filename)})

    def function(self, name, file="", line=0, system_name=""):
        return self.add(
            self.functions,
            {
                "nameStrindex": self.text(name),
                "systemNameStrindex": self.text(system_name),
                "filenameStrindex": self.text(file),
                "startLine": line,
            },
        )

    def attribute(self, key, value):
        if (self.text(key), value) in self.attributes:
            return self.attributes.index((self.text(key), value))
        return self.add(self.attributes, (self.text(key), value))

    def location(self, *functions, mapping=0, address=0, attributes=()):
        """functions: the innermost first."""
        return self.add(
            self.locations,
            {"mappingIndex": mapping, "address": address, "lines": functions, "attributeIndices": list(attributes)},
        )

    def stack(self, *locations):
        """locations: the innermost first."""
        return self.add(self.stacks, list(locations))

    def named(self, *names):
        """A location for each function."""
        return [self.location(self.function(name)) for name in names]

    def resource(self, **attributes):
        self.resources.append(({key.replace("_", "."): value for key, value in attributes.items()}, []))

    def profile(self, kind, unit, *samples, period=None):
        """samples: (stack, values, times, attributes)."""
        if not self.resources:
            self.resource()
        self.resources[-1][1].append((self.text(kind), self.text(unit), samples, period))

    def period_type(self, period):
        return (self.text(period[0]), self.text(period[1]), period[2]) if period else None

    def dictionary_message(self):
        out = b""
        for m in self.mappings:
            fields = (1, "memoryStart"), (3, "fileOffset"), (4, "filenameStrindex")
            out += data(1, b"".join(number(f, m[k]) for f, k in fields if m.get(k)))
        for l in self.locations:
            message = b"".join(number(f, l[k]) for f, k in ((1, "mappingIndex"), (2, "address")) if l.get(k))
            message += b"".join(data(3, number(1, one) + number(2, 77)) for one in l.get("lines", ()))
            out += data(2, message + packed(4, l.get("attributeIndices", ())))
        names = ((1, "nameStrindex"), (2, "systemNameStrindex"), (3, "filenameStrindex"), (4, "startLine"))
        for f in self.functions:
            out += data(3, b"".join(number(field, f[k]) for field, k in names if f.get(k)))
        out += data(4, b"")
        out += b"".join(data(5, text.encode("latin-1")) for text in self.texts)
        for key, value in self.attributes:
            out += data(6, (number(1, key) if key else b"") + data(2, any_value(value)[0]))
        return out + b"".join(data(7, packed(1, stack)) for stack in self.stacks)

    def message(self, dictionary_first=False, with_dictionary=True):
        out = b""
        for attributes, profiles in self.resources:
            scope = data(1, data(1, b"a profiler"))
            for kind, unit, samples, period in profiles:
                body = b""
                for stack, values, times, indices in samples:
                    message = number(1, stack) + packed(2, indices) + packed(4, values)
                    body += data(2, message + (data(5, struct.pack(f"<{len(times)}Q", *times)) if times else b""))
                body += data(1, number(1, kind) + number(2, unit)) + b"\x19" + struct.pack("<Q", 1700000000000000000)
                if period:
                    kind, unit, each = self.period_type(period)
                    body += data(5, number(1, kind) + number(2, unit)) + number(6, each)
                scope += data(2, body)
            resource = b"".join(data(1, data(1, k.encode()) + data(2, any_value(v)[0])) for k, v in attributes.items())
            out += data(1, data(1, resource) + data(2, scope) + data(3, b"https://opentelemetry.io/schemas/1.37.0"))
        dictionary = data(2, self.dictionary_message()) if with_dictionary else b""
        return dictionary + out if dictionary_first else out + dictionary

    def json(self, underscores=False):
        resources = []
        for attributes, profiles in self.resources:
            listed = []
            for kind, unit, samples, period in profiles:
                one = {
                    "samples": [
                        {"stackIndex": s, "values": [str(v) for v in values],
                         "timestampsUnixNano": [str(t) for t in times], "attributeIndices": indices}
                        for s, values, times, indices in samples
                    ],
                    "sampleType": {"typeStrindex": kind, "unitStrindex": unit},
                    "timeUnixNano": "1700000000000000000",
                }
                if period:
                    kind, unit, each = self.period_type(period)
                    one["periodType"], one["period"] = {"typeStrindex": kind, "unitStrindex": unit}, str(each)
                listed.append(one)
            named = [{"key": k, "value": any_value(v)[1]} for k, v in attributes.items()]
            resources.append({"scopeProfiles": [{"scope": {"name": "a profiler"}, "profiles": listed}],
                              "resource": {"attributes": named}})
        dictionary = {
            "mappingTable": self.mappings,
            "locationTable": [dict(l, lines=[{"functionIndex": f, "line": "77"} for f in l.get("lines", ())])
                              for l in self.locations],
            "functionTable": self.functions,
            "linkTable": [{}],
            "stringTable": self.texts,
            "attributeTable": [{"keyStrindex": k, "value": any_value(v)[1]} for k, v in self.attributes],
            "stackTable": [{"locationIndices": stack} for stack in self.stacks],
        }
        text = json.dumps({"resourceProfiles": resources, "dictionary": dictionary}, separators=(",", ":")) + "\n"
        if underscores:
            for camel, snake in (("resourceProfiles", "resource_profiles"), ("stackIndex", "stack_index"),
                                 ("typeStrindex", "type_strindex"), ("locationIndices", "location_indices"),
                                 ("stringTable", "string_table"), ("nameStrindex", "name_strindex")):
                text = text.replace(camel, snake)
        return text.encode("latin-1")


def plain():
    p = Profiles()
    app = p.mapping("/usr/bin/app", 0x400000, 0x1000)
    kernel = p.attribute("profile.frame.type", "kernel")
    python = p.attribute("profile.frame.type", "cpython")
    main = p.location(p.function("main", "/src/main.c", 5), mapping=app, address=0x400100)
    inner = p.location(p.function("inner", "/src/a.c", 9), p.function("outer", "/src/a.c", 3), mapping=app,
                       address=0x400200)
    bare = p.location(mapping=app, address=0x400345)
    call = p.location(p.function("do_syscall_64"), mapping=p.mapping("vmlinux"), address=7, attributes=[kernel])
    script = p.location(p.function("run", "run.py", 1), attributes=[python])
    p.resource(process_pid=7, process_executable_name="app")
    p.profile(
        "samples", "count",
        (p.stack(inner, main), [3], [], []),
        (p.stack(call, bare, main), [], [1, 2, 3, 4], []),
        (p.stack(script), [2, 3], [1, 2], []),
        (0, [5], [], []),
        period=("cpu", "nanoseconds", 50_000_000),
    )
    p.profile("off_cpu", "nanoseconds", (p.stacks.index([inner, main]), [1000, 2000], [1, 2], []))
    return p


def threads(names=("main", "pool", "pool")):
    p = Profiles()
    start, work = p.named("start", "work")
    for pid in (7, 9):
        p.resource(process_pid=pid, service_name="shop" if pid == 7 else "cart")
        samples = []
        for k, name in enumerate(names):
            labels = [p.attribute("thread.name", name), p.attribute("thread.id", 100 + k),
                      p.attribute("region", "eu" if k else "us")]
            samples.append((p.stack(work, start), [k + 1], [], labels))
        samples.append((p.stack(start), [10], [], []))
        p.profile("wall", "milliseconds", *samples)
    return p


def broken():
    p = Profiles()
    f, g = p.named("f", "g")
    nameless = p.location(p.function("", system_name="_Zf"))
    lost = p.location(99, mapping=88, address=0x12)
    none = p.location(p.function(""))
    p.profile(
        "", "",
        (p.stack(f, 77), [1], [], [55]),
        (66, [2], [], []),
        (p.stack(lost, nameless, none), [4], [], []),
        (p.stack(g, 0), [8], [], []),
        (p.stack(g), [], [], []),
        (p.stack(), [16], [], []),
    )
    return p


def of_one_function(*profiles):
    """profiles: (kind, unit, values of a sample, ...)."""
    p = Profiles()
    (f,) = p.named("f")
    for kind, unit, *samples in profiles:
        p.profile(kind, unit, *((p.stack(f), values, [], []) for values in samples))
    return p


def draft():
    """Locations were named in the profile, and samples told where among them theirs were."""
    sample = data(2, number(1, 0) + number(2, 1) + packed(3, [5]))
    profile = data(1, number(1, 1) + number(2, 2)) + sample + packed(3, [1])
    return data(1, data(2, data(2, profile))) + data(2, data(5, b"") + data(5, b"a"))


def no_samples():
    p = Profiles()
    p.profile("samples", "count")
    return p


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    message = plain().message()
    files = {
        "plain.pb": message,
        "dictionary_first.pb": plain().message(dictionary_first=True),
        "packed.pb.gz": gzip.compress(message, mtime=0),
        "plain.json": plain().json(),
        "underscores.json": plain().json(underscores=True),
        "packed.json.gz": gzip.compress(plain().json(), mtime=0),
        "threads.pb": threads().message(),
        "threads.json": threads().json(),
        "broken.pb": broken().message(),
        "broken.json": broken().json(),
        "negative.pb": of_one_function(("space", "bytes", [5, -3])).message(),
        "sum_too_large.pb": of_one_function(("space", "bytes", [(1 << 63) - 1], [(1 << 63) - 1])).message(),
        "many_types.pb": of_one_function(*((f"t{k}", "count", [1]) for k in range(129))).message(),
        "draft.pb": draft(),
        "draft.json": b'{"resourceProfiles":[{"scopeProfiles":[{"profiles":[{"sampleType":{},"sample":[]}]}]}],'
                      b'"dictionary":{}}\n',
        "no_dictionary.pb": plain().message(with_dictionary=False),
        "two_messages.pb": message + message,
        "no_dictionary.json": b'{"resourceProfiles":[]}\n',
        "no_samples.pb": no_samples().message(),
        "truncated.pb": message[:-40],
        "truncated.json": plain().json()[:900],
        "endless_number.pb":
            data(1, data(2, data(2, data(1, number(1, 1)) + data(2, data(4, b"\xff" * 11))))) + message,
        "wrong_value.json": plain().json().replace(b'"values":["3"]', b'"values":["3.5"]'),
    }
    for name, content in files.items():
        (folder / name).write_bytes(content)


if __name__ == "__main__":
    main()
