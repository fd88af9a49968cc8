"""Calls the program: for profiles of other formats, and for all of its commands."""

from __future__ import annotations

import builtins
import os
import subprocess
import tempfile
from typing import Union

from .cct_file import MAGIC, CctError
from .profile import Profile

Path = Union[str, "os.PathLike[str]"]


def run(*words: Path) -> str:
    """The output of `ringscope WORDS`, as in run("methods", path, "--json"). The environment variable RINGSCOPE names the
    program, else it is the one on the path. Raises CctError with its message if it reports an error (exit code 2; 1 is the
    answer "no"), OSError if it cannot be started."""
    program = os.environ.get("RINGSCOPE", "ringscope")
    done = subprocess.run([program, *map(os.fspath, words)], stdin=subprocess.DEVNULL, capture_output=True, check=False)
    if done.returncode not in (0, 1):
        raise CctError(done.stderr.decode(errors="replace").strip() or f"{program} ended with {done.returncode}")
    return done.stdout.decode(errors="replace")


def convert(source: Path, output: Path, *options: str) -> None:
    """Writes a profile of any format as a .cct file: `ringscope convert SOURCE -o OUTPUT`, with its further options, such as
    "--threads=merge". Raises as run() does."""
    run("convert", os.path.abspath(source), "-o", os.path.abspath(output), *options)


def open(path: Path, *options: str) -> Profile:
    """A profile of any format. A .cct file is mapped in place; others, and those with options (see convert()), become one in
    a temporary folder, which is removed at the end. Raises CctError, OSError."""
    with builtins.open(path, "rb") as file:
        if file.read(len(MAGIC)) == MAGIC and not options:
            return Profile(path)
    with tempfile.TemporaryDirectory() as folder:
        converted = os.path.join(folder, "profile.cct")
        convert(path, converted, *options)
        return Profile(converted)
