"""python/ringscope against the program: every number of every context, what damaged files do, and what the writer writes.

Environment: RINGSCOPE, the program; RINGSCOPE_CCT_WRITER, the library; PYTHONPATH, the folder of the package.
"""

import json
import os
import random
import re
import struct
import subprocess
import sys
import tempfile
import unittest
from fractions import Fraction

try:
    import numpy
except ImportError:
    print("skipped: there is no NumPy (packages/ensure python)")
    sys.exit(77)

import ringscope
from ringscope import cct_file

SOURCE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CCT_FILES = [
    "docs/profiles/jlex_sort_before.cct", "docs/profiles/json_reader_small.cct", "docs/profiles/words_after.cct",
    "fuzz/corpus/cct_file/frame_facts_and_points.cct", "fuzz/corpus/cct_file/no_contexts.cct",
    "fuzz/corpus/cct_file/two_metrics_many_chunks.cct", "fuzz/corpus/cct_file/worked_example.cct",
    "tests/cct/file/data/frame_facts.cct", "tests/cct/file/data/version_1.cct"]
OTHER_FILES = ["docs/profiles/words.cpuprofile", "docs/profiles/import_sorted.perf.gz", "examples/tsc.cpuprofile.gz"]


def source(path):
    return os.path.join(SOURCE, path)


def of_each_file(test):
    """A test that is run with each file, and its profile."""
    def run(self):
        for path in self.files:
            with self.subTest(path):
                test(self, path, ringscope.open(path))
    return run


def field(text):
    """A field of a tab-separated dump."""
    return re.sub(r"\\(.)", lambda match: {"t": "\t", "n": "\n"}.get(match[1], match[1]), text)


class ProfileTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = folder.name
        cls.files = [source(path) for path in CCT_FILES]
        for path in OTHER_FILES:
            cls.files.append(os.path.join(cls.folder, os.path.basename(path) + ".cct"))
            ringscope.convert(source(path), cls.files[-1])
        for name, words in {"recursive": ["--nodes", "20000", "--layers", "60", "--frames", "40", "--recursion", "0.6"],
                            "deep": ["--nodes", "3000", "--layers", "2500"]}.items():
            cls.files.append(os.path.join(cls.folder, name + ".cct"))
            ringscope.run("synth", *words, "--seed", "5", "-o", cls.files[-1])
        cls.files.append(os.path.join(cls.folder, "change.cct"))
        ringscope.run("compare", source("docs/profiles/words_before.cct"), source("docs/profiles/words_after.cct"), "-o",
                      cls.files[-1])

    @of_each_file
    def test_every_context_is_as_the_program_has_it(self, path, profile):
        rows = [line.split("\t") for line in ringscope.run("dump", path, "--tsv", "--no-verify").splitlines()]
        self.assertEqual(profile.context_count, len(rows) + 1)
        layers, parents = profile.layers().tolist(), profile.parents().tolist()
        costs = [(profile.self_cost(m).tolist(), profile.inclusive(m).tolist()) for m in range(len(profile.metrics))]
        frames = [profile.frame_at(frame) for frame in range(profile.frame_count)]
        for context, row in enumerate(rows, 1):
            self.assertEqual(layers[context], int(row[0]))
            self.assertEqual(",".join(str(own[context]) for own, _ in costs), row[1])
            self.assertEqual(",".join(str(whole[context]) for _, whole in costs), row[2])
            self.assertEqual(list(map(str, frames[profile.frame[context]][:5])), [field(text) for text in row[3:8]])
            self.assertEqual(parents[context], int(row[8]))
            self.assertEqual(profile.parent(context), parents[context])

    @of_each_file
    def test_functions_and_metrics_are_as_the_program_has_them(self, path, profile):
        metrics = json.loads(ringscope.run("info", path, "--json"))["metrics"]
        self.assertEqual([(metric["name"], metric["unit"], metric["scale"]) for metric in metrics],
                         [metric[:3] for metric in profile.metrics])
        for metric in profile.metrics:
            told = json.loads(ringscope.run("methods", path, "--json", "--metric", metric.name), parse_float=Fraction)
            expected = [(one["name"], one["module"], one["self"] * metric.scale, one["inclusive"] * metric.scale,
                         one["contexts"]) for one in told]
            self.assertEqual(list(map(tuple, profile.functions(metric.name))), expected)
            self.assertEqual(list(map(tuple, profile.functions(metric.name, limit=3))), expected[:3])

    @of_each_file
    def test_samples_are_as_the_program_has_them(self, path, profile):
        lines = ringscope.run("dump", path, "--samples").splitlines()[1:]
        found = []
        for series in profile.samples:
            values = {metric: column.tolist() for metric, column in series.values.items()}
            values.update({metric: [1] * len(series.time_ns) for metric in series.counted})
            for at, (time, context) in enumerate(zip(series.time_ns.tolist(), series.context.tolist())):
                found.append("\t".join([str(time), str(context), *(
                    str(values[metric][at]) if metric in values else "-" for metric in range(len(profile.metrics)))]))
        self.assertEqual(found, lines)
        self.assertEqual(bool(lines), any(kind in path for kind in ("cpuprofile", "perf", "jlex_sort")))

    @of_each_file
    def test_parts_of_the_tree_fit_together(self, _, profile):
        levels = list(profile.levels())
        self.assertEqual([*profile.subtree(0)], levels)
        self.assertEqual(sum(level.stop - level.start for level in levels), profile.context_count)
        every = numpy.arange(profile.context_count)
        for metric, _ in enumerate(profile.metrics):
            whole = profile.inclusive(metric)
            self.assertTrue((profile.inclusive(metric, every) == whole).all())
            self.assertTrue((profile.self_cost(metric, every) == profile.self_cost(metric)).all())
            self.assertEqual(profile.inclusive(metric, slice(None, None, 3)).tolist(), whole[::3].tolist())
            for level in levels[:3]:
                self.assertEqual(profile.inclusive(metric, level).tolist(), whole[level].tolist())
            for context in range(0, profile.context_count, 97):
                below = sum(int(profile.self_cost(metric, run).sum()) for run in profile.subtree(context))
                self.assertEqual(below, int(profile.inclusive(metric, context)))

    def test_what_there_is_not_is_an_error(self):
        profile = ringscope.open(source("fuzz/corpus/cct_file/worked_example.cct"))
        self.assertEqual(profile.path(18), ["main", "f", "g", "g", "h", "i"])
        for wrong, what in [(lambda: profile.inclusive("no"), KeyError), (lambda: profile.inclusive(1), KeyError),
                            (lambda: profile.inclusive(0, 19), IndexError), (lambda: profile.self_cost(0, -1), IndexError),
                            (lambda: profile.frame_at(99), IndexError), (lambda: profile.text(10**9), ringscope.CctError),
                            (lambda: ringscope.open(os.path.join(self.folder, "nowhere")), FileNotFoundError)]:
            self.assertRaises(what, wrong)
        with self.assertRaisesRegex(ringscope.CctError, r"profile_test\.py: "):
            ringscope.open(__file__)

    def test_arrays_lie_in_the_file_and_cannot_be_written(self):
        profile = ringscope.open(source("docs/profiles/words_after.cct"))
        for array in (profile.first_child, profile.frame, profile.frame_columns["name"]):
            self.assertFalse(array.flags.owndata)
            self.assertFalse(array.flags.writeable)

    def open_bytes(self, data):
        """Opens a file of these bytes and looks at all of it. What is wrong with them, as it is told."""
        path = os.path.join(self.folder, "damaged.cct")
        with open(path, "wb") as file:
            file.write(data)
        try:
            profile = ringscope.Profile(path)
            list(profile.levels())
            for context in (0, 1, profile.context_count - 1):
                profile.path(context)
                list(profile.subtree(context))
            profile.functions()
            profile.inclusive(0), profile.self_cost(0)
            return "nothing"
        except (ringscope.CctError, IndexError) as error:
            return str(error)

    def test_damaged_files_are_refused_with_a_sentence(self):
        with open(source("fuzz/corpus/cct_file/worked_example.cct"), "rb") as file:
            whole = file.read()
        self.assertEqual(self.open_bytes(whole), "nothing")
        newer = whole[:8] + struct.pack("<I", 7) + whole[12:]
        for data, said in [
                (b"", "the file is empty"), (b"main;f 1\n", "expected a .cct file's first bytes"),
                (whole[:40], "the file ends within its 64-byte preamble"),
                (whole[:-1], f"expected {len(whole)} bytes, found {len(whole) - 1}: the file is truncated"),
                (whole + b"x", f"expected {len(whole)} bytes, found {len(whole) + 1}: the file is longer than written"),
                (newer, "expected .cct format version 1, found version 7: written by a newer ringscope"),
                (whole[:24] + b"\xc0" + b"\xff" * 7 + whole[32:], "the header lies outside the file")]:
            self.assertEqual(self.open_bytes(data), said)

    def test_no_damage_does_harm(self):
        checksums, cct_file.xxhash = cct_file.xxhash, None  # so that damage of the header comes through
        self.addCleanup(setattr, cct_file, "xxhash", checksums)
        refused = tried = 0
        for name in ("worked_example", "two_metrics_many_chunks", "frame_facts_and_points"):
            with open(source(f"fuzz/corpus/cct_file/{name}.cct"), "rb") as file:
                whole = file.read()
            chance = random.Random(name)
            header_end = sum(struct.unpack_from("<QQ", whole, 24))
            places = [*range(8, min(header_end, 1500)), *(chance.randrange(len(whole)) for _ in range(500))]
            for place in places:
                damage = chance.choice([b"\0", b"\xff", b"\x7f", b"\xff\xff\xff\xff", b"\0\0\0\0", b"\0\0\0\x80", None])
                damaged = bytearray(whole)
                if damage is None:
                    damaged[place] ^= 1 << chance.randrange(8)
                else:
                    damaged[place:place + len(damage)] = damage[:len(whole) - place]
                tried += 1
                refused += self.open_bytes(bytes(damaged)) != "nothing"
        self.assertGreater(refused, tried // 4)

    def test_what_is_written_is_read_again(self):
        path = os.path.join(self.folder, "written.cct")
        writer = ringscope.Writer("a test")
        time, count = writer.metric("time", "ns", 1000), writer.metric("calls")
        main, work = writer.frame("main", file="a.py", line=3, column=7), writer.frame("wörk", "module", kind="jit")
        context = writer.path([main, work])
        writer.add(context, time, 2**62)
        writer.add(writer.child(context, work), count, 5)
        writer.add(writer.child(0, main), time, 1)
        writer.write(path)
        ringscope.run("verify", path)
        profile = ringscope.open(path)
        self.assertEqual([tuple(metric) for metric in profile.metrics],
                         [("time", "ns", 1000, "plain", 0), ("calls", "count", 1, "plain", 0)])
        self.assertEqual(profile.path(3), ["main", "wörk", "wörk"])
        self.assertEqual([profile.frame_at(int(frame)) for frame in profile.frame[1:3]],
                         [("main", "", "a.py", 3, 7, "user"), ("wörk", "module", "", 0, 0, "jit")])
        self.assertEqual(profile.self_cost("time").tolist(), [0, 1, 2**62, 0])
        self.assertEqual(profile.inclusive("calls").tolist(), [5, 5, 5, 5])

    def test_what_cannot_be_written_is_told(self):
        writer = ringscope.Writer("a test")
        self.assertRaises(ValueError, writer.frame, "a\0b")
        metric = writer.metric("time")
        self.assertRaises(ValueError, writer.add, 0, metric, -1)
        writer.add(writer.path([writer.frame("f")]), metric, 2**63)
        with self.assertRaisesRegex(ringscope.CctError, r"2\^63"):
            writer.write(os.path.join(self.folder, "none.cct"))
        self.assertFalse(os.path.exists(os.path.join(self.folder, "none.cct")))

    def test_a_table_of_pandas(self):
        try:
            import pandas  # pylint: disable=unused-import
        except ImportError:
            self.skipTest("there is no pandas")
        profile = ringscope.open(source("examples/tsc.cpuprofile.gz"))
        table = profile.to_pandas()
        self.assertEqual(len(table), profile.context_count)
        metric = profile.metrics[0]
        self.assertEqual(table.columns.tolist()[:8], ["parent", "layer", "name", "module", "file", "line", "column", "kind"])
        self.assertAlmostEqual(table[metric.name + " self"].sum(), int(profile.inclusive(0, 0)) / metric.scale, 3)
        by_name = table[1:].groupby("name")[metric.name + " self"].sum()
        told = {}
        for function in profile.functions():
            told[function.name] = told.get(function.name, 0) + function.self / metric.scale
        for name, cost in told.items():
            self.assertAlmostEqual(by_name[name or "(unknown)"], cost, 3)

    def test_the_example_runs(self):
        done = subprocess.run([sys.executable, "-B", source("examples/python/dearest.py"), source("examples/javac.folded.gz")],
                              capture_output=True, text=True, check=True)
        self.assertIn("com.sun.tools.javac", done.stdout)


if __name__ == "__main__":
    unittest.main()
