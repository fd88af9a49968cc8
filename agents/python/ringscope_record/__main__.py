"""usage: python3 .../ringscope_record [OPTIONS] script.py ARGS...
       python3 .../ringscope_record [OPTIONS] -m module ARGS...
       python3 .../ringscope_record [OPTIONS] -c code ARGS...
       python3 -m ringscope_record ..., where PYTHONPATH names the folder above

Runs a program as python3 itself would, and counts every call in its calling context. Processes that it starts with
fork, multiprocessing or subprocess write a file each.

  --trace FILE     the trace memory, which grows while the program runs; %p becomes the number of the process
                   (without --trace and -o: ringscope_%p.trace)
  -o FILE.cct      makes a profile of the traces of all processes when the program has ended
  --sizes          also what calls cost by the size of their input: the length of the largest argument
  --cpu            also CPU time, which costs some 200 ns a call and return
  --no-time        calls alone
  --types          also the types of what methods are called on, of arguments and of results
  --call-sites     contexts by the line of the caller that calls; implies --no-receivers
  --no-receivers   does not count the objects that methods are called on, nor compare what they return
  --limit SIZE     bytes that a trace memory may take, such as 500M or 8G
"""

import os
import sys

WORDS = {"--sizes": "sizes", "--types": "types", "--cpu": "cpu", "--no-time": "no-time", "--call-sites": "call-sites",
         "--no-receivers": "no-receivers"}
VALUES = {"--trace", "-o", "--limit"}


def fail(message):
    sys.stderr.write(f"ringscope_record: {message}\n")
    raise SystemExit(2)


def read_options(words):
    """The options, the words for the recorder, and the words for python3."""
    options, recorder = {}, []
    while words and words[0].startswith("-") and words[0] not in ("-m", "-c", "-"):
        word = words.pop(0)
        name, equals, value = word.partition("=")
        if word in ("-h", "--help"):
            sys.stdout.write(__doc__)
            raise SystemExit(0)
        if word == "--":
            break
        if word in WORDS:
            recorder.append(WORDS[word])
        elif name in VALUES and (equals or words):
            options[name] = value if equals else words.pop(0)
        elif name in VALUES:
            fail(f"{name} needs a value")
        else:
            fail(f"{word} is no option; see --help")
    if not words:
        fail("what is to be run? See --help")
    if "--trace" in options and "-o" in options:
        fail("--trace and -o exclude each other")
    return options, recorder, words


def check_interpreter(folder):
    """Fails with the reason if this interpreter cannot be recorded."""
    from importlib.machinery import EXTENSION_SUFFIXES

    if sys.flags.ignore_environment or sys.flags.no_site or sys.flags.isolated:
        fail("python3 with -E, -I or -S reads no environment, through which the recorder gets into the program")
    if not any("cpython" in suffix and os.path.exists(os.path.join(folder, "_ringscope_record" + suffix))
               for suffix in EXTENSION_SUFFIXES):
        fail(f"the recorder was not built for Python {sys.version_info[0]}.{sys.version_info[1]} ({sys.executable})")


def environment_of(folder, options, recorder):
    environment = dict(os.environ)
    start = os.path.join(folder, "start")
    path = environment.get("PYTHONPATH")
    environment["PYTHONPATH"] = start + os.pathsep + path if path else start
    environment["RINGSCOPE_PYTHON"] = ",".join(recorder)
    environment["RINGSCOPE_TRACE"] = os.path.abspath(options["--trace"])
    environment.pop("RINGSCOPE_OUT", None)
    if "--limit" in options:
        environment["RINGSCOPE_LIMIT"] = options["--limit"]
    return environment


def interpreter_words():
    """The interpreter's own options, such as -X dev and -W error, which the program gets, too."""
    words = sys.orig_argv[1:]
    for place, word in enumerate(words):
        # Started by the name of the folder, or as a module.
        if word == sys.argv[0] or word.startswith("-m"):
            return words[:place]
    return []


def main():
    options, recorder, command = read_options(sys.argv[1:])
    folder = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    check_interpreter(folder)
    command = [sys.executable, *interpreter_words(), *command]
    if "-o" in options:
        sys.path.insert(0, folder)
        from ringscope_record.convert import run_and_convert
        return run_and_convert(command, options["-o"],
                               lambda trace: environment_of(folder, options | {"--trace": trace}, recorder))
    options.setdefault("--trace", "ringscope_%p.trace")
    environment = environment_of(folder, options, recorder)
    sys.stdout.flush()
    sys.stderr.flush()
    os.execve(sys.executable, command, environment)


if __name__ == "__main__":
    sys.exit(main())
