"""The .cct file as arrays over a mapping. Nothing is copied, and every place in the file is checked before it is used."""

from __future__ import annotations

import mmap
import os
import struct
from typing import Any, Iterator

import numpy as np

try:
    import xxhash
except ImportError:  # headers are then used without their checksum
    xxhash = None

MAGIC, VERSION = b"RSCCT\r\n\0", 1
_PREAMBLE = struct.Struct("<8sIIQQQQ16x")
_CHUNK_REF = np.dtype([("offset", "<u8"), ("size", "<u8"), ("elements", "<u8"), ("checksum", "<u8")])
_CHUNK_PREFIX = struct.Struct("<I4s3H2xiI36xI")
_ELEMENTS = (np.dtype("u1"), np.dtype("<u4"), np.dtype("<u8"))
_MOST_TABLES, _MOST_METRICS = 1_000_000, 1 << 18  # in a header, as in the program
# Columns by their number in the file.
COLUMNS = ("first_child frame layer_begin running_inclusive context_flags frame_name frame_module frame_file frame_line "
           "frame_column frame_kind string_offset string_bytes point_begin point_value sample_time sample_context sample_value "
           "frame_source_change frame_class frame_code frame_value frame_certainty class_name class_package class_superclass "
           "class_kind").split()


class CctError(ValueError):
    """The sentence about a damaged file, about data that cannot be written, or of the program that failed."""


class _Buffer:
    """The bytes of a header, and how many bytes of texts and how many tables may still be read: a hostile header could repeat one very often."""

    def __init__(self, data: bytes, text_bytes: int):
        self.data, self.text_bytes, self.tables = data, text_bytes, _MOST_TABLES

    def part(self, at: int, size: int) -> bytes:
        if not 0 <= at <= len(self.data) - size:
            raise CctError("the header is no valid FlatBuffer")
        return self.data[at:at + size]

    def number(self, form: str, at: int) -> int:
        return struct.unpack(form, self.part(at, struct.calcsize(form)))[0]


class _Table:
    """A table of a FlatBuffer. Fields are known by their number in the schema (cct/file/cct_format.fbs)."""

    def __init__(self, buffer: _Buffer, at: int):
        buffer.tables -= 1
        if buffer.tables < 0:
            raise CctError(f"expected at most {_MOST_TABLES} tables in the header")
        self._buffer, self._at = buffer, at
        self._fields = at - buffer.number("<i", at)
        self._size = buffer.number("<H", self._fields)

    def _place(self, field: int) -> int:
        """The place of a field; 0: it is absent."""
        entry = 4 + 2 * field
        offset = self._buffer.number("<H", self._fields + entry) if entry + 2 <= self._size else 0
        return self._at + offset if offset else 0

    def number(self, field: int, form: str, default: int = 0) -> int:
        place = self._place(field)
        return self._buffer.number(form, place) if place else default

    def _vector(self, field: int) -> tuple[int, int]:
        """The begin of the elements, and their number."""
        place = self._place(field)
        begin = place + self._buffer.number("<I", place) if place else 0
        return begin + 4, self._buffer.number("<I", begin) if place else 0

    def text(self, field: int) -> str:
        begin, size = self._vector(field)
        self._buffer.text_bytes -= size
        if self._buffer.text_bytes < 0:
            raise CctError("the texts of the header are longer than the file")
        return self._buffer.part(begin, size).decode(errors="replace")

    def array(self, field: int, dtype: Any) -> np.ndarray:
        begin, size = self._vector(field)
        return np.frombuffer(self._buffer.part(begin, size * np.dtype(dtype).itemsize), dtype)

    def tables(self, field: int) -> Iterator[_Table]:
        begin, size = self._vector(field)
        return (_Table(self._buffer, at + self._buffer.number("<I", at)) for at in range(begin, begin + 4 * size, 4))


class CctFile:
    """A mapped .cct file: its header, and its columns by name and index. O(columns); does not look at their elements.

    Raises CctError if the file is damaged or of another version, OSError if it cannot be read. If the file is cut short while
    it is mapped, the process ends (docs/cct_format.md, "Replacing a file that is open").
    """

    def __init__(self, path: str | os.PathLike[str]):
        with open(path, "rb") as file:
            if os.fstat(file.fileno()).st_size == 0:
                raise CctError("the file is empty")
            self._bytes = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        self.header = self._read_header()
        self.context_count = self.header.number(0, "<Q")
        if not 1 <= self.context_count < 2**32 - 1:
            raise CctError(f"expected 1 to 2^32 - 2 contexts, found {self.context_count}")
        if not 1 <= (metrics := self.header.array(1, "<u4").size) <= _MOST_METRICS:
            raise CctError(f"expected 1 to {_MOST_METRICS} metrics, found {metrics}")
        self._columns: dict[tuple[str, int], list[np.ndarray]] = {}
        chunks_left = len(self._bytes) // _CHUNK_PREFIX.size
        for column in self.header.tables(2):
            kind, index = column.number(0, "<B"), column.number(2, "<I")
            if kind >= len(COLUMNS) or (COLUMNS[kind], index) in self._columns:
                continue  # of a newer writer, or a second column of this name
            chunks = column.array(4, _CHUNK_REF)
            chunks_left -= len(chunks)
            if chunks_left < 0:
                raise CctError("the header lists more chunks than the file can hold")
            name = f"column '{COLUMNS[kind]}[{index}]'"
            self._columns[COLUMNS[kind], index] = list(self._read_chunks(name, column, chunks))

    def _read_header(self) -> _Table:
        data = self._bytes
        if data[:8] != MAGIC:
            raise CctError("expected a .cct file's first bytes")
        if len(data) < _PREAMBLE.size:
            raise CctError(f"the file ends within its {_PREAMBLE.size}-byte preamble")
        _, version, _, size, begin, header_size, checksum = _PREAMBLE.unpack_from(data)
        if version != VERSION:
            newer = ": written by a newer ringscope" if version > VERSION else ""
            raise CctError(f"expected .cct format version {VERSION}, found version {version}{newer}")
        if size != len(data):
            what = "truncated" if len(data) < size else "longer than written"
            raise CctError(f"expected {size} bytes, found {len(data)}: the file is {what}")
        if begin % 64 or begin > size or header_size > size - begin:
            raise CctError("the header lies outside the file")
        buffer = _Buffer(data[begin:begin + header_size], size)
        if xxhash is not None and xxhash.xxh3_64_intdigest(buffer.data) != checksum:
            raise CctError("the header's checksum does not agree with its bytes")
        return _Table(buffer, buffer.number("<I", 0))

    def _read_chunks(self, name: str, column: _Table, chunks: np.ndarray) -> Iterator[np.ndarray]:
        element, log2 = column.number(1, "<B"), column.number(3, "<I")
        if element >= len(_ELEMENTS) or log2 > 31 or not len(chunks):
            raise CctError(f"{name} has no valid list of chunks")
        dtype = _ELEMENTS[element]
        for number, (offset, size, elements, _) in enumerate(chunks.tolist(), 1):
            if offset % 64 or offset > len(self._bytes) or size > len(self._bytes) - offset:
                raise CctError(f"{name}: a chunk lies outside the file")
            if size != _CHUNK_PREFIX.size + elements * dtype.itemsize or elements > 2**log2 or (
                    elements < 2**log2 and number < len(chunks)):
                raise CctError(f"{name}: the size of a chunk does not fit its number of elements")
            prefix = _CHUNK_PREFIX.pack(16, b"CCTC", 6, 8, 4, 8, 40, elements)
            if self._bytes[offset:offset + len(prefix)] != prefix:
                raise CctError(f"{name}: expected a chunk's FlatBuffer prefix")
            yield np.frombuffer(self._bytes, dtype, elements, offset + len(prefix))

    def column(self, name: str, index: int = 0, size: int | None = None, dtype: str = "") -> np.ndarray:
        """A column by its name in COLUMNS: a read-only view of the file if it is at most 1 GiB long, else a copy. Raises
        CctError if it is missing, or has another number or type of elements than expected."""
        parts = self._columns.get((name, index))
        if parts is None:
            raise CctError(f"column '{name}[{index}]' is missing")
        if len(parts) > 1:  # the program divides columns of more than 1 GiB
            parts[:] = [np.concatenate(parts)]
        if size is not None and len(parts[0]) != size:
            raise CctError(f"column '{name}[{index}]': expected {size} elements, found {len(parts[0])}")
        if dtype and parts[0].dtype != np.dtype(dtype):
            raise CctError(f"column '{name}[{index}]' has the wrong element type")
        return parts[0]
