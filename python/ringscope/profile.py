"""A profile as NumPy arrays: contexts, frames, metrics and samples."""

from __future__ import annotations

import functools
import os
from typing import Any, Iterator, NamedTuple, Sequence, Union

import numpy as np

from .cct_file import CctError, CctFile

FRAME_KINDS = ("user", "kernel", "inlined", "jit", "interpreted", "synthetic", "thread", "process")
METRIC_ROLES = ("plain", "before", "after", "change", "execution")
# Contexts by their numbers: one, those of a slice, or an array of any shape.
Contexts = Union[int, slice, Sequence[int], np.ndarray]


class Metric(NamedTuple):
    """A measured quantity. A value is the stored whole number divided by `scale`, in `unit`."""
    name: str
    unit: str
    scale: int
    role: str  # of METRIC_ROLES: its relation to the executions in the profile
    execution: int  # its number, for the role "execution"


class Frame(NamedTuple):
    """A function. `line` and `column` are those of its definition, from 1, 0 if unknown; `kind` is of FRAME_KINDS."""
    name: str
    module: str
    file: str
    line: int
    column: int
    kind: str


class Function(NamedTuple):
    """The cost of a function, in stored whole numbers of one metric (see Metric)."""
    name: str
    module: str
    self: int
    inclusive: int  # with all callees; recursion counts once
    contexts: int


class SampleSeries(NamedTuple):
    """q samples by rising time. The values of a context's samples add up to its self cost."""
    time_ns: np.ndarray  # uint64[q], since the earliest sample of the profile
    context: np.ndarray  # uint32[q]
    values: dict[int, np.ndarray]  # by metric: uint32[q] or uint64[q], stored whole numbers
    counted: list[int]  # metrics in which each sample counts 1


class Profile:
    """A calling context tree of n contexts, mapped from a .cct file: opening costs the same at any size.

    Contexts are numbered in level order: 0 is a synthetic root, then come its children, then all of theirs. Arrays are
    read-only views of the file, and their values are not checked when it is opened: methods raise CctError or IndexError when
    they meet damage, and `ringscope verify` finds all of it.

    context_count    n
    first_child      uint32[n + 1]: the children of context i are first_child[i] up to, not with, first_child[i + 1]
    frame            uint32[n]: the frame of each context
    layer_begin      uint32[layers + 1]: layer d is the contexts layer_begin[d] up to, not with, layer_begin[d + 1]
    frame_columns    by field of the f frames: name, module, file, line, column as uint32[f], kind as uint8[f]; texts are
                     arguments of text()
    metrics, samples    see Metric, SampleSeries
    file             the other columns: file.column(NAME, INDEX), with the names of cct_file.COLUMNS
    """

    def __init__(self, path: str | os.PathLike[str]):
        """Maps a .cct file. ringscope.open() also takes other formats. Raises CctError, OSError."""
        self.file = CctFile(path)
        self.context_count = n = self.file.context_count
        self.metrics = tuple(
            Metric(metric.text(0), metric.text(1), metric.number(2, "<Q", 1) or 1,
                   dict(enumerate(METRIC_ROLES)).get(metric.number(3, "<B"), "plain"), metric.number(4, "<I"))
            for metric in self.file.header.tables(1))
        column = self.file.column
        self.first_child, self.frame = column("first_child", 0, n + 1, "<u4"), column("frame", 0, n, "<u4")
        self.layer_begin = column("layer_begin", 0, None, "<u4")
        if not 2 <= len(self.layer_begin) <= n + 1:
            raise CctError(f"column 'layer_begin': expected 2 to {n + 1} elements, found {len(self.layer_begin)}")
        self._running = [column("running_inclusive", m, n + 1, "<u8") for m in range(len(self.metrics))]
        self.frame_count = len(column("frame_name"))
        self.frame_columns = {field: column("frame_" + field, 0, self.frame_count, "u1" if field == "kind" else "<u4")
                              for field in Frame._fields}
        self._string_offset, self._string_bytes = column("string_offset", 0, None, "<u8"), column("string_bytes", 0, None, "u1")
        self.samples = tuple(self._read_samples())

    def _read_samples(self) -> Iterator[SampleSeries]:
        column = self.file.column
        for index, series in enumerate(self.file.header.tables(5)):
            time_ns = column("sample_time", index, None, "<u8")
            valued, counted = series.array(0, "<u4").tolist(), series.array(1, "<u4").tolist()
            if any(metric >= len(self.metrics) for metric in valued + counted):
                raise CctError("expected samples of metrics that there are")
            yield SampleSeries(time_ns, column("sample_context", index, len(time_ns), "<u4"),
                               {metric: column("sample_value", metric, len(time_ns)) for metric in valued}, counted)

    # Single contexts.

    def text(self, index: int) -> str:
        """A text of the file, such as the name of a frame. Bytes that are not UTF-8 become U+FFFD."""
        return self._text_bytes(index).decode(errors="replace")

    def _text_bytes(self, index: int) -> bytes:
        begin, end = self._string_offset[index:index + 2].tolist() if index + 1 < len(self._string_offset) else (1, 0)
        if not begin <= end <= len(self._string_bytes):
            raise CctError(f"there is no text {index} in the file")
        return self._string_bytes[begin:end].tobytes()

    def frame_at(self, frame: int) -> Frame:
        """The fields of a frame, as in frame_at(profile.frame[context]). Raises IndexError if there is none."""
        name, module, file, line, column, kind = (int(self.frame_columns[field][frame]) for field in Frame._fields)
        return Frame(self.text(name), self.text(module), self.text(file), line, column,
                     FRAME_KINDS[kind] if kind < len(FRAME_KINDS) else str(kind))

    def children(self, context: int) -> range:
        """The children of a context. O(1)."""
        begin, end = int(self.first_child[context]), int(self.first_child[context + 1])
        if not context < begin <= end <= self.context_count:
            raise CctError(f"column 'first_child': wrong children of context {context}")
        return range(begin, end)

    def parent(self, context: int) -> int:
        """The caller of a context; the root's is the root. O(log n)."""
        above = int(np.searchsorted(self.first_child, np.uint32(context), "right")) - 1 if context else 0
        if context and not 0 <= above < context:
            raise CctError(f"column 'first_child': context {context} has no caller")
        return above

    def path(self, context: int) -> list[str]:
        """The names of the functions from the outermost one to the context's own."""
        names = []
        while context:
            names.append(self.text(int(self.frame_columns["name"][self.frame[context]])))
            context = self.parent(context)
        return names[::-1]

    def subtree(self, context: int) -> Iterator[slice]:
        """A context and all contexts below it: a run of contexts on each layer, from the top. O(1) a layer."""
        run = range(context, context + 1)
        while run:
            yield slice(run.start, run.stop)
            run = range(self.children(run[0]).start, self.children(run[-1]).stop)

    def levels(self) -> Iterator[slice]:
        """The contexts of each layer, the synthetic root's first."""
        return (slice(*bounds) for bounds in zip(self.layer_begin[:-1].tolist(), self.layer_begin[1:].tolist()))

    # Costs.

    def metric_index(self, metric: int | str) -> int:
        """The number of a metric, which may be given by its name. Raises KeyError."""
        names = [one.name for one in self.metrics]
        if metric not in names and metric not in range(len(names)):
            raise KeyError(f"expected one of the metrics {', '.join(names)}, found {metric!r}")
        return names.index(metric) if metric in names else int(metric)

    def _places(self, contexts: Contexts) -> tuple[Any, Any]:
        """The indices of contexts, and those of the contexts behind them."""
        if isinstance(contexts, slice):
            begin, end, step = contexts.indices(self.context_count)
            if step == 1:
                return slice(begin, max(begin, end)), slice(begin + 1, max(begin, end) + 1)
            contexts = range(begin, end, step)
        at = np.asarray(contexts).astype(np.int64, casting="same_kind")
        if at.size and not 0 <= at.min() <= at.max() < self.context_count:
            raise IndexError(f"expected numbers of contexts from 0 to {self.context_count - 1}")
        return at, at + 1

    def inclusive(self, metric: int | str = 0, contexts: Contexts = slice(None)) -> np.ndarray:
        """The cost of contexts with all their callees: uint64 in the shape of `contexts`, stored whole numbers."""
        running, (at, behind) = self._running[self.metric_index(metric)], self._places(contexts)
        return np.subtract(running[behind], running[at])

    def self_cost(self, metric: int | str = 0, contexts: Contexts = slice(None)) -> np.ndarray:
        """The cost of contexts without their callees: uint64 in the shape of `contexts`, stored whole numbers."""
        running, (at, behind) = self._running[self.metric_index(metric)], self._places(contexts)
        below = np.subtract(running[self.first_child[behind]], running[self.first_child[at]])
        return np.subtract(np.subtract(running[behind], running[at]), below)

    # All contexts at once.

    def _check_tree(self) -> None:
        """Raises CctError if the contexts are no tree, or have frames outside the table. O(n)."""
        first, layers, n = self.first_child, self.layer_begin, self.context_count
        if int(first[0]) != 1 or int(first[n]) != n or (first[1:] < first[:-1]).any() or (
                first[:-1] <= np.arange(n, dtype=np.uint32)).any():
            raise CctError("column 'first_child' is no tree in level order")
        if (layers[1:] <= layers[:-1]).any() or layers[:2].tolist() != [0, 1] or int(layers[-1]) != n or (
                layers[2:] != first[layers[1:-1]]).any():
            raise CctError("column 'layer_begin' does not fit the tree")
        if int(self.frame.max()) >= self.frame_count:
            raise CctError(f"column 'frame': expected frames below {self.frame_count}, found {int(self.frame.max())}")

    def parents(self) -> np.ndarray:
        """uint32[n]: the caller of each context, 0 for the root. O(n)."""
        self._check_tree()
        of_children = np.repeat(np.arange(self.context_count, dtype=np.uint32), np.diff(self.first_child))
        return np.concatenate([np.zeros(1, np.uint32), of_children])

    def layers(self) -> np.ndarray:
        """uint32[n]: the layer of each context, 0 for the root. O(n)."""
        self._check_tree()
        return np.repeat(np.arange(len(self.layer_begin) - 1, dtype=np.uint32), np.diff(self.layer_begin))

    def _depth_first(self) -> tuple[np.ndarray, np.ndarray]:
        """uint64[n] each: the place of each context in depth-first order, and how many contexts its subtree has."""
        parent, first, levels = self.parents(), self.first_child, list(self.levels())
        size = np.ones(self.context_count, np.uint64)
        for level, below in zip(levels[-2::-1], levels[:0:-1]):
            sums = np.concatenate([np.zeros(1, np.uint64), np.cumsum(size[below], dtype=np.uint64)])
            size[level] += np.diff(sums[first[level.start:level.stop + 1] - np.uint32(below.start)])
        before = np.cumsum(size, dtype=np.uint64) - size  # in the subtrees of siblings, and of all before these
        place = np.zeros_like(size)
        for level in levels[1:]:
            above = parent[level]
            place[level] = place[above] + np.uint64(1) + before[level] - before[first[above]]
        return place, size

    def functions(self, metric: int | str = 0, limit: int | None = None) -> list[Function]:
        """The cost of each function, the largest self cost first, as `ringscope methods` lists them.

        Functions are frames of one name, module, file, line and column. O(n log n), and 30 microseconds a layer; takes
        about 100 bytes a context.
        """
        index = self.metric_index(metric)
        if self.context_count == 1:
            return []
        place, size = self._depth_first()
        numbers: dict[tuple, int] = {}
        texts = functools.lru_cache(None)(self._text_bytes)
        of_frame = np.array([
            numbers.setdefault((texts(name), texts(module), texts(file), *where), len(numbers))
            for name, module, file, *where in zip(*(self.frame_columns[field].tolist() for field in Frame._fields[:-1]))],
            np.uint64)
        # Contexts by function, and of one function in depth-first order: a context that begins before an earlier one ends
        # lies in the earlier one's subtree.
        key = of_frame[self.frame[1:]] * np.uint64(self.context_count) + place[1:]
        contexts = np.argsort(key, kind="stable") + 1
        begin = key[contexts - 1]
        is_outermost = np.concatenate([[True], begin[1:] >= np.maximum.accumulate(begin + size[contexts])[:-1]])
        group = begin // np.uint64(self.context_count)
        starts = np.flatnonzero(np.concatenate([[True], group[1:] != group[:-1]]))
        own = np.add.reduceat(self.self_cost(index, contexts), starts)
        whole = np.add.reduceat(np.where(is_outermost, self.inclusive(index, contexts), np.uint64(0)), starts)
        names = list(numbers)
        rows = zip(group[starts].tolist(), own.tolist(), whole.tolist(), np.diff([*starts, len(contexts)]).tolist())
        by_cost = sorted(rows, key=lambda row: (-row[1], names[row[0]][0], row[0]))
        return [Function(names[number][0].decode(errors="replace") or "(unknown)",
                         names[number][1].decode(errors="replace"), *costs) for number, *costs in by_cost[:limit]]

    def to_pandas(self) -> Any:
        """A pandas.DataFrame with one row for each context, 0 for the root: `parent` and `layer`, the fields of its frame, and
        for each metric "NAME self" and "NAME inclusive" in the metric's unit. Needs pandas. O(n)."""
        import pandas
        columns: dict[str, Any] = {"parent": self.parents(), "layer": self.layers()}
        frames = [self.frame_at(frame) for frame in range(self.frame_count)]
        for field, values in zip(Frame._fields, zip(*frames)):
            columns[field] = np.array(values, np.uint32 if field in ("line", "column") else object)[self.frame]
        for index, metric in enumerate(self.metrics):
            for what, value in (("self", self.self_cost(index)), ("inclusive", self.inclusive(index))):
                columns[f"{metric.name} {what}"] = value if metric.scale == 1 else value / metric.scale
        return pandas.DataFrame(columns)
