"""Profiles as NumPy arrays: reads .cct files in place, writes them, and takes all other formats by way of the program.

    import ringscope
    profile = ringscope.open("run.cct")                  # or perf.data, a pprof file, ...
    for function in profile.functions(limit=10):
        print(function.name, function.self, function.inclusive)

The terms are those of docs/architecture.md; docs/cct_format.md describes the file. Needs Python 3.9 and NumPy.
"""

from .cct_file import CctError
from .profile import Frame, Function, Metric, Profile, SampleSeries
from .program import convert, open, run
from .writer import Writer

__all__ = ["CctError", "Frame", "Function", "Metric", "Profile", "SampleSeries", "Writer", "convert", "open", "run"]
