"""What is measured beside calls: costs by the size of inputs, and the types of objects."""

import unittest

from recording import RecordingTest


class InputSizes(RecordingTest):
    PROGRAM = """
        def total(values, start=7):
            return sum(values)
        def count(n):
            return n
        def nothing(*rest, **more):
            return 0
        for n in (3, 5, 5):
            total([1] * n)
            count(n)
        nothing(1.5)
        nothing("four", [1], x="longer")
        [3, 1, 2].sort()
        """

    def points(self, trace):
        return {(trace.name_of(point.node), point.input_size): point for point in trace.points}

    def test_points(self):
        trace = self.record(self.PROGRAM, options=["--sizes"])
        points = self.points(trace)
        sizes = {name: sorted(size for function, size in points if function == name)
                 for name in ("total", "count", "nothing", "list.sort")}
        self.assertEqual(sizes, {"total": [3, 5], "count": [3, 5], "nothing": [4], "list.sort": [3]})
        point = points["total", 5]
        self.assertEqual(point.calls, 2)
        self.assertGreater(point.cost_min, 0)
        self.assertLessEqual(point.cost_min * 2, point.cost)
        self.assertEqual(point.cost, point.cost_min + point.cost_max)
        self.assertAlmostEqual(point.cost_squares, point.cost_min ** 2 + point.cost_max ** 2, delta=1)

    def test_cost_in_calls(self):
        points = self.points(self.record(self.PROGRAM, options=["--sizes", "--no-time"]))
        self.assertEqual(points["total", 5].cost, 4)  # itself and sum(), twice
        self.assertEqual(points["count", 3].cost, 1)


class Types(RecordingTest):
    PROGRAM = """
        class Shape:
            def area(self, scale, *more, unit="m"):
                return scale
            @classmethod
            def make(cls):
                return cls()
            @staticmethod
            def plain(first):
                if first:
                    raise KeyError(first)
        class Circle(Shape):
            class Inner(Shape):
                pass
        def generate(n):
            yield n
        def captured(x):
            return lambda: x
        circle = Circle.make()
        for shape in (circle, circle, Circle.Inner(), Shape()):
            shape.area(1.5)
        circle.area(None, 1, 2, unit=b"")
        for first in (0, 1):
            try:
                Shape.plain(first)
            except KeyError:
                pass
        list(generate(3))
        captured([])
        values = [3]
        values.append("x")
        """

    def types(self, trace):
        """By function and role: type -> calls."""
        types = {}
        for node, role, kind, calls in trace.types:
            types.setdefault((trace.name_of(node), role), {})[trace.type_names.get(kind, "(others)")] = calls
        return types

    def test_types(self):
        types = self.types(self.record(self.PROGRAM, options=["--types"]))
        area = "Shape.area"
        self.assertEqual(types[area, 0], {"__main__.Circle": 3, "__main__.Circle.Inner": 1, "__main__.Shape": 1})
        self.assertEqual(types[area, 1], {"float": 4, "None": 1})
        self.assertEqual(types[area, 2], {"float": 4, "None": 1})
        self.assertEqual(types[area, 3], {"str": 4, "bytes": 1})  # of *more nothing
        self.assertNotIn((area, 4), types)
        self.assertEqual(types["Shape.make", 0], {"__main__.Circle": 1})  # the class itself
        self.assertEqual(types["Shape.make", 1], {"__main__.Circle": 1})
        self.assertNotIn(("Shape.plain", 0), types)
        self.assertEqual(types["Shape.plain", 2], {"int": 2})
        self.assertEqual(types["Shape.plain", 1], {"None": 1})  # not of the call that raised
        self.assertEqual(types["generate", 2], {"int": 1})
        self.assertNotIn(("generate", 1), types)
        self.assertEqual(types["captured", 2], {"list": 1})
        self.assertEqual(types["captured", 1], {"function": 1})
        self.assertEqual(types["list.append", 0], {"list": 1})

    def test_none_without_the_option(self):
        trace = self.record(self.PROGRAM)
        self.assertEqual((trace.types, trace.type_names), ([], {}))

    def test_with_other_words(self):
        types = self.types(self.record(self.PROGRAM, options=["--types", "--no-receivers", "--no-time"]))
        self.assertEqual(len(types["Shape.area", 0]), 3)

    def test_many_types_and_long_names(self):
        trace = self.record("""
            def take(value):
                return value
            kept = [type(f"T{i}" + "x" * (1 << 20 if i == 0 else 1), (), {})() for i in range(300)]
            for value in kept * 2:
                take(value)
            take(3)
            """, options=["--types"])
        cells = [(kind, calls) for node, role, kind, calls in trace.types if trace.name_of(node) == "take" and role == 2]
        self.assertEqual(sorted(calls for kind, calls in cells if kind), [2] * 8)
        self.assertEqual(sum(calls for _, calls in cells), 601)
        self.assertLess(max(map(len, trace.type_names.values())), 1001)
        self.assertEqual(len(set(trace.type_names.values())), len(trace.type_names))

    def test_types_that_end_are_not_taken_for_others(self):
        trace = self.record("""
            import gc
            def take(value):
                pass
            for i in range(6):
                take(type(f"T{i}", (), {})())
                gc.collect()
            """, options=["--types"])
        cells = sorted((trace.type_names[kind], calls) for node, role, kind, calls in trace.types
                       if trace.name_of(node) == "take" and role == 2)
        self.assertEqual(cells, [(f"__main__.T{i}", 1) for i in range(6)])


if __name__ == "__main__":
    unittest.main()
