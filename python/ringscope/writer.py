"""Writes .cct files through the C library, which include/ringscope/cct_writer.h describes."""

from __future__ import annotations

import ctypes
import functools
import os
from typing import Any, Sequence

from .cct_file import CctError
from .profile import FRAME_KINDS

ROOT = 0  # the context above all others


class _FrameInfo(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char_p), ("module", ctypes.c_char_p), ("file", ctypes.c_char_p),
                ("line", ctypes.c_uint32), ("column", ctypes.c_uint32), ("kind", ctypes.c_uint32)]


@functools.lru_cache(None)
def _library() -> Any:
    library = ctypes.CDLL(os.environ.get("RINGSCOPE_CCT_WRITER", "libringscope_cct_writer.so.0"))
    writer, text, u32, u64 = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_uint32, ctypes.c_uint64
    for name, result, arguments in [
            ("begin", writer, [text]), ("metric", u32, [writer, text, text, u64]),
            ("frame", u32, [writer, ctypes.POINTER(_FrameInfo)]), ("child", u32, [writer, u32, u32]),
            ("path", u32, [writer, ctypes.POINTER(u32), ctypes.c_size_t]), ("add", None, [writer, u32, u32, u64]),
            ("finish", ctypes.c_int, [writer, text]), ("message", text, [writer]), ("free", None, [writer])]:
        function = getattr(library, "ringscope_cct_" + name)
        function.restype, function.argtypes = result, arguments
    return library


def _text(text: str | bytes) -> bytes:
    data = text if isinstance(text, bytes) else text.encode()
    if b"\0" in data:
        raise ValueError(f"expected a text without zeros, found {text!r}")
    return data


class Writer:
    """Collects contexts in any order, in memory, and writes them as one .cct file.

    Metrics, frames and contexts are the numbers that the methods return. write() reports the first error. The library is
    libringscope_cct_writer.so.0 as the loader finds it, or the file named by the environment variable
    RINGSCOPE_CCT_WRITER; else OSError.
    """

    def __init__(self, tool: str):
        """`tool`: the origin of the file, as readers show it."""
        self._free, self._writer = _library().ringscope_cct_free, _library().ringscope_cct_begin(_text(tool))
        if not self._writer:
            raise MemoryError

    def __del__(self) -> None:
        if getattr(self, "_writer", None):
            self._free(self._writer)

    def _call(self, name: str, *arguments: Any) -> Any:
        for number in arguments:
            if isinstance(number, int) and not 0 <= number < 2**64:
                raise ValueError(f"expected a number from 0 to 2^64 - 1, found {number}")
        return getattr(_library(), "ringscope_cct_" + name)(self._writer, *arguments)

    def metric(self, name: str, unit: str = "count", scale: int = 1) -> int:
        """Another metric, whose added values are divided by `scale`, a power of ten, when they are shown. Units that readers
        know: "ns", "us", "ms", "s", "bytes", "count"."""
        return self._call("metric", _text(name), _text(unit), scale)

    def frame(self, name: str, module: str = "", file: str = "", line: int = 0, column: int = 0, kind: str = "user") -> int:
        """The function with these fields, new or known; `line` and `column` of its definition, `kind` of FRAME_KINDS."""
        info = _FrameInfo(_text(name), _text(module), _text(file), line, column, FRAME_KINDS.index(kind))
        return self._call("frame", ctypes.byref(info))

    def child(self, parent: int, frame: int) -> int:
        """The context of a call of `frame` from the context `parent` (ROOT: without a caller), new or known."""
        return self._call("child", parent, frame)

    def path(self, frames: Sequence[int]) -> int:
        """The context of a whole stack, outermost function first."""
        return self._call("path", (ctypes.c_uint32 * len(frames))(*frames), len(frames))

    def add(self, context: int, metric: int, value: int) -> None:
        """Adds to the self cost of a context: a whole number of unit / scale."""
        self._call("add", context, metric, value)

    def write(self, path: str | os.PathLike[str]) -> None:
        """Writes the file as a whole or not at all, and ends the writer. Raises CctError."""
        if self._call("finish", _text(os.fspath(path))):
            raise CctError(self._call("message").decode(errors="replace"))
