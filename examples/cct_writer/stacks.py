"""Writes a .cct file from Python through ctypes: stacks with two metrics.

usage: stacks.py OUT.cct    libringscope_cct_writer.so.0 must be where the loader looks (LD_LIBRARY_PATH)
"""

import ctypes
import sys

ROOT, NONE = 0, 0xFFFFFFFF


class FrameInfo(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char_p), ("module", ctypes.c_char_p), ("file", ctypes.c_char_p),
                ("line", ctypes.c_uint32), ("column", ctypes.c_uint32), ("kind", ctypes.c_uint32)]


def load():
    library = ctypes.CDLL("libringscope_cct_writer.so.0")
    writer, text, u32, u64 = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_uint32, ctypes.c_uint64
    for name, result, arguments in [
            ("begin", writer, [text]), ("metric", u32, [writer, text, text, u64]),
            ("frame", u32, [writer, ctypes.POINTER(FrameInfo)]),
            ("path", u32, [writer, ctypes.POINTER(u32), ctypes.c_size_t]),
            ("add", None, [writer, u32, u32, u64]), ("finish", ctypes.c_int, [writer, text]),
            ("message", text, [writer]), ("free", None, [writer])]:
        function = getattr(library, "ringscope_cct_" + name)
        function.restype, function.argtypes = result, arguments
    return library


def main():
    library = load()
    writer = library.ringscope_cct_begin(b"stacks.py")
    samples = library.ringscope_cct_metric(writer, b"samples", b"count", 1)
    held = library.ringscope_cct_metric(writer, b"held", b"bytes", 1)
    for stack, count, size in [("main;read;parse", 7, 4096), ("main;read", 2, 512), ("main;write", 3, 0)]:
        frames = [library.ringscope_cct_frame(writer, FrameInfo(name=name.encode())) for name in stack.split(";")]
        context = library.ringscope_cct_path(writer, (ctypes.c_uint32 * len(frames))(*frames), len(frames))
        library.ringscope_cct_add(writer, context, samples, count)
        library.ringscope_cct_add(writer, context, held, size)
    failed = library.ringscope_cct_finish(writer, sys.argv[1].encode())
    if failed:
        print(library.ringscope_cct_message(writer).decode(), file=sys.stderr)
    library.ringscope_cct_free(writer)
    return failed


if __name__ == "__main__":
    sys.exit(main())
