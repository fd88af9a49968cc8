"""The recorders themselves under the address, undefined behaviour and thread sanitizers, inside the programs that they
record. They are built once more for it, as a sanitizer's library has to be in the process before everything else.

SOURCE is the folder of the project, CXX the compiler (g++), RINGSCOPE what reads. What is not told is left out:
PYTHON_HEADERS and PYTHON_SUFFIX; JAVA, JAVA_HEADERS, JAVA_PROGRAMS, JAVA_PROBE (the probe's classes as code) and
JAVA_ARCHIVES (what else the library is made of).
"""

import concurrent.futures
import glob
import os
import re
import subprocess
import sys
import tempfile
import unittest

SOURCE = os.environ["SOURCE"]
CXX = os.environ["CXX"]
FOUND = re.compile(r"ERROR: AddressSanitizer|WARNING: ThreadSanitizer|runtime error:.*")
ADDRESS, THREAD = "address,undefined", "thread"


def runtime(sanitizer):
    """The library of a sanitizer, or None."""
    name = "libasan.so" if sanitizer == ADDRESS else "libtsan.so"
    path = subprocess.run([CXX, f"-print-file-name={name}"], capture_output=True, text=True, check=True).stdout.strip()
    return path if os.path.isabs(path) else None


class Build:
    """A folder of objects."""

    def __init__(self, folder, sanitizer):
        self.folder, self.sanitizer = folder, sanitizer
        self.common_objects = []
        os.makedirs(folder, exist_ok=True)

    def compile(self, sources, *options):
        def one(source):
            made = os.path.join(self.folder, os.path.basename(source) + ".o")
            language = ["-x", "c"] if source.endswith(".c") else ["-std=c++20"]
            subprocess.run([CXX, *language, "-O1", "-g1", "-fPIC", "-fvisibility=hidden", "-fno-omit-frame-pointer",
                            f"-fsanitize={self.sanitizer}", f"-I{SOURCE}", *options, "-c", source, "-o", made], check=True)
            return made

        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as workers:
            return list(workers.map(one, sources))

    def common(self):
        if not self.common_objects:
            sources = glob.glob(f"{SOURCE}/agents/common/*.cpp")
            self.common_objects = self.compile([path for path in sources if not path.endswith("finish_as_cct.cpp")])
        return self.common_objects

    def link(self, name, objects, *options):
        made = os.path.join(self.folder, name)
        subprocess.run([CXX, f"-fsanitize={self.sanitizer}", "-o", made, *objects, *options, "-pthread", "-ldl"], check=True)
        return made


class SanitizedTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        temporary = tempfile.TemporaryDirectory(prefix="ringscope_sanitized_")
        cls.addClassCleanup(temporary.cleanup)
        cls.folder = temporary.name
        cls.builds = {sanitizer: Build(os.path.join(cls.folder, sanitizer), sanitizer) for sanitizer in (ADDRESS, THREAD)}

    def start(self, sanitizer):
        library = runtime(sanitizer)
        if library is None:
            self.skipTest(f"the library of the {sanitizer} sanitizer is not installed")
        return library, self.builds[sanitizer]

    def environment(self, *preloaded, **more):
        return os.environ | {"LD_PRELOAD": ":".join(preloaded), "ASAN_OPTIONS": "detect_leaks=0",
                             "UBSAN_OPTIONS": "halt_on_error=1:print_stacktrace=1"} | more

    def assert_clean(self, run, code=0):
        said = run.stdout + run.stderr
        self.assertIsNone(FOUND.search(said), said[:4000])
        self.assertEqual(run.returncode, code, said[:4000])

    def assert_readable(self, trace):
        read = subprocess.run([os.environ["RINGSCOPE"], "info", trace], capture_output=True, text=True)
        self.assertEqual(read.returncode, 0, read.stderr)

    def native(self, sanitizer, scenarios):
        library, build = self.start(sanitizer)
        recorder = build.link("libringscope_trace.so", build.common() + build.compile(
            glob.glob(f"{SOURCE}/agents/native/*.cpp")), "-shared", "-static-libstdc++", "-static-libgcc",
            f"-Wl,--version-script={SOURCE}/agents/native/exports.map")
        traced = "-finstrument-functions", "-finstrument-functions-exclude-file-list=/usr/"
        tests = f"{SOURCE}/tests/agents/native"
        program = build.link("program", build.compile([f"{tests}/traced_program.cpp"], *traced))
        plugin = build.link("plugin.so", build.compile([f"{tests}/traced_plugin.c"], "-fvisibility=default",
                                                     "-finstrument-functions"), "-shared")
        for scenario in scenarios:
            for left_out in ("", "leaf;recurse;everything"):
                with self.subTest(scenario=scenario, left_out=left_out):
                    trace = os.path.join(self.folder, f"{sanitizer}-{scenario}-{len(left_out)}")
                    run = subprocess.run([program, plugin, os.path.join(self.folder, "counts"), scenario],
                                         capture_output=True, text=True,
                                         env=self.environment(library, recorder, RINGSCOPE_TRACE=trace,
                                                              RINGSCOPE_LEAVE_OUT=left_out))
                    self.assert_clean(run, 3 if scenario == "exit" else 0)
                    self.assert_readable(trace)

    def test_native_addresses(self):
        self.native(ADDRESS, ["calls", "jumps", "threads", "plugin", "signals", "fork", "exit", "deep"])

    def test_native_threads(self):
        # Its own stack of calls ends at 65,536: nothing deep.
        self.native(THREAD, ["calls", "jumps", "threads", "plugin", "signals", "fork", "exit"])

    def test_python(self):
        if not os.environ.get("PYTHON_HEADERS"):
            self.skipTest("no headers of Python were told")
        library, build = self.start(ADDRESS)
        observer = "profile_hook.cpp" if sys.version_info >= (3, 12) else "monitoring.cpp"
        sources = [path for path in glob.glob(f"{SOURCE}/agents/python/*.cpp") if not path.endswith(observer)]
        build.link("_ringscope_record" + os.environ["PYTHON_SUFFIX"],
                   build.common() + build.compile(sources, f"-isystem{os.environ['PYTHON_HEADERS']}"), "-shared")
        for scripts in ("ringscope_record", "start"):
            os.symlink(f"{SOURCE}/agents/python/{scripts}", os.path.join(build.folder, scripts))
        # Its own tests, with memory of Python's that the sanitizer sees. Programs that crash on purpose do so.
        environment = self.environment(library, RINGSCOPE_PYTHON_AGENT=build.folder, PYTHONMALLOC="malloc",
                                       ASAN_OPTIONS="detect_leaks=0:handle_segv=0")
        for part in ("behavior", "calls", "functions", "processes", "trouble"):
            with self.subTest(part=part):
                run = subprocess.run([sys.executable, "-B", f"{SOURCE}/tests/agents/python/{part}_test.py"],
                                     capture_output=True, text=True, env=environment)
                self.assert_clean(run)

    def test_java(self):
        if not os.environ.get("JAVA"):
            self.skipTest("no Java was told")
        library, build = self.start(ADDRESS)
        sources = glob.glob(f"{SOURCE}/agents/java/*.cpp") + glob.glob(f"{SOURCE}/agents/java/class_file/*.cpp")
        headers = os.environ["JAVA_HEADERS"]
        probe = os.environ["JAVA_PROBE"]
        objects = build.common() + build.compile(sources + [probe], f"-I{os.path.dirname(probe)}", f"-isystem{headers}",
                                                 f"-isystem{headers}/linux")
        recorder = build.link("libringscope_java.so", objects, "-shared", *os.environ["JAVA_ARCHIVES"].split(), "-lfmt",
                              "-lxxhash", "-lzstd")
        # The virtual machine handles faults of its own.
        options = "detect_leaks=0:handle_segv=0:handle_sigbus=0:use_sigaltstack=0"
        for program, code, more in (("Small", 0, ",cpu"), ("Counting", 0, ""), ("Traps", 7, ""), ("Hidden", 0, ",leave-out=*"),
                                    ("Ends halt", 3, "")):
            with self.subTest(program=program, options=more):
                trace = os.path.join(self.folder, "trace")
                run = subprocess.run([os.environ["JAVA"], "-Xmx256m", f"-agentpath:{recorder}=trace={trace}{more}", "-cp",
                                      os.environ["JAVA_PROGRAMS"], *program.split()],
                                     capture_output=True, text=True,
                                     env=self.environment(library, ASAN_OPTIONS=options))
                self.assert_clean(run, code)
                self.assert_readable(trace)
                os.remove(trace)
        result = os.path.join(self.folder, "small.cct")
        run = subprocess.run([os.environ["JAVA"], f"-agentpath:{recorder}=out={result}", "-cp", os.environ["JAVA_PROGRAMS"],
                              "Small"], capture_output=True, text=True, env=self.environment(library, ASAN_OPTIONS=options))
        self.assert_clean(run)
        self.assert_readable(result)


if __name__ == "__main__":
    unittest.main()
