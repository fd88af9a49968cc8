"""Reads a trace memory as cct/trace/trace_layout.h lays it out, slowly and plainly, for tests."""

import collections
import dataclasses
import struct

BLOCK, CELL = 64 * 1024, 64
NO_FUNCTION = 0xFFFFFFFF


@dataclasses.dataclass
class Function:
    name: str
    module: str
    file: str
    line: int
    class_id: int
    code_hash: int
    values: dict = dataclasses.field(default_factory=dict)  # name of the value -> amount
    at_least: set = dataclasses.field(default_factory=set)  # names of values


@dataclasses.dataclass
class Node:
    function: int
    caller: int
    values: dict  # name of the metric -> self value


@dataclasses.dataclass
class Point:
    node: int
    input_size: int
    calls: int
    cost: int
    cost_min: int
    cost_max: int
    cost_squares: float


def text(raw):
    return raw.split(b"\0")[0].decode()


class TraceMemory:
    def __init__(self, path):
        with open(path, "rb") as file:
            self.bytes = file.read()
        assert self.bytes[:8] == b"RSTRACE1", path
        (version, self.process_id, block_count, state, metric_count, value_count, self.time_metric, self.calls_metric,
         self.point_metric, _, self.lost_calls, _, self.probe_in_callee_ps, self.probe_in_caller_ps) = (
             struct.unpack_from("<IIQ6IqQQQQ", self.bytes, 8))
        assert version == 1
        self.is_finished = state == 1
        self.tool = text(self.bytes[88:152])
        self.metrics = [text(self.bytes[152 + i * 64:192 + i * 64]) for i in range(metric_count)]
        self.function_values = [text(self.bytes[472 + i * 64:512 + i * 64]) for i in range(value_count)]
        self.nodes, self.functions, self.classes, self.threads = {}, {}, {}, {}
        self.attributes, self.points, self.types, self.type_names = {}, [], [], {}
        cells = []
        for block in range(1, block_count):
            kind, used = struct.unpack_from("<II", self.bytes, block * BLOCK)
            first = block * BLOCK + CELL
            if kind == 1:
                self._read_nodes(first, used)
            elif kind == 2:
                self._read_records(first, first + used)
            elif kind == 3:
                cells += range(first, first + used * CELL, CELL)
            elif kind == 4:
                for offset in range(first, first + used * CELL, CELL):
                    values = struct.unpack_from("<I4xQQQQQd", self.bytes, offset)
                    if values[2]:
                        self.points.append(Point(*values))
            elif kind == 5:
                for offset in range(first, first + used * CELL, CELL):
                    node, role, _, *rest = struct.unpack_from("<IHH4I5Q", self.bytes, offset)
                    self.types += [(node, role, *seen) for seen in zip([*rest[:4], 0], rest[4:]) if seen[1]]
        for offset in cells:
            function, known, at_least, _, *values = struct.unpack_from("<4I6Q", self.bytes, offset)
            for i, name in enumerate(self.function_values):
                if known >> i & 1:
                    self.functions[function].values[name] = values[i]
                if at_least >> i & 1:
                    self.functions[function].at_least.add(name)

    def _read_nodes(self, first, used):
        for offset in range(first, first + used * CELL, CELL):
            function, caller, _, _, _, _, *values = struct.unpack_from("<6I5Q", self.bytes, offset)
            self.nodes[offset // CELL] = Node(function, caller, dict(zip(self.metrics, values)))

    def _read_records(self, offset, end):
        while offset < end:
            kind, size = struct.unpack_from("<II", self.bytes, offset)
            if kind == 1:
                identity, class_id, line, _, code_hash, *lengths, _ = struct.unpack_from("<4IQ4I", self.bytes, offset + 8)
                name, module, file = self._texts(offset + 48, lengths)
                self.functions[identity] = Function(name, module, file, line, class_id, code_hash)
            elif kind == 2:
                identity, superclass, *lengths = struct.unpack_from("<4I", self.bytes, offset + 8)
                self.classes[identity] = (*self._texts(offset + 24, lengths), superclass)
            elif kind == 3:
                root, length, thread = struct.unpack_from("<IIQ", self.bytes, offset + 8)
                self.threads[root] = (self._texts(offset + 24, [length])[0], thread)
            elif kind == 4:
                lengths = struct.unpack_from("<II", self.bytes, offset + 8)
                name, value = self._texts(offset + 16, lengths)
                self.attributes[name] = value
            elif kind == 7:
                identity, length = struct.unpack_from("<II", self.bytes, offset + 8)
                self.type_names[identity] = self._texts(offset + 16, [length])[0]
            offset += size

    def _texts(self, offset, lengths):
        texts = []
        for length in lengths:
            texts.append(self.bytes[offset:offset + length].decode())
            offset += length
        return texts

    def name_of(self, node):
        function = self.nodes[node].function
        return "" if function == NO_FUNCTION else self.functions[function].name

    def path_of(self, node):
        """The names from the root of its thread to it: "main()/f/g"."""
        names = []
        while node:
            names.append(self.name_of(node))
            node = self.nodes[node].caller
        return "/".join(reversed(names))

    def sums(self, metric, key=lambda function: function.name):
        sums = collections.Counter()
        for node in self.nodes.values():
            if node.function != NO_FUNCTION:
                sums[key(self.functions[node.function])] += node.values[metric]
        return sums

    def paths(self, metric):
        """By path what the contexts cost; of all threads together."""
        sums = collections.Counter()
        for cell, node in self.nodes.items():
            sums[self.path_of(cell)] += node.values[metric]
        return sums

    def function(self, name):
        found = [function for function in self.functions.values() if function.name == name]
        assert len(found) == 1, (name, found)
        return found[0]
