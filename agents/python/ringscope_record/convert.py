"""Runs a program and makes one profile of the traces of its processes."""

import glob
import os
import shutil
import signal
import subprocess
import sys
import tempfile

PASSED_ON = (signal.SIGTERM, signal.SIGHUP, signal.SIGUSR1, signal.SIGUSR2)


def find_ringscope():
    """The program beside this folder, in a build or installed, or the one found by its name."""
    if os.environ.get("RINGSCOPE"):
        return os.environ["RINGSCOPE"]
    above = os.path.abspath(os.path.join(os.path.dirname(__file__), *[os.pardir] * 4))
    for program in (os.path.join(above, "bin", "ringscope"), os.path.join(above, "ringscope")):
        if os.path.isfile(program) and os.access(program, os.X_OK):
            return program
    return shutil.which("ringscope")


def run(command, environment):
    """Runs a command; its exit status as subprocess gives it: below 0 the signal that ended it. The keyboard's interrupt
    reaches it by itself; other signals to this process are passed on. It ignores the signals that this process ignores."""
    interrupt = signal.getsignal(signal.SIGINT)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    begins = signal.SIG_IGN if interrupt == signal.SIG_IGN else signal.SIG_DFL
    child = subprocess.Popen(command, env=environment, preexec_fn=lambda: signal.signal(signal.SIGINT, begins))
    for number in PASSED_ON:
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, lambda received, _: child.send_signal(received))
    return child.wait()


def end_like(status):
    """Ends this process as the program did."""
    if status >= 0:
        return status
    signal.signal(-status, signal.SIG_DFL)
    os.kill(os.getpid(), -status)
    return 128 - status


def convert(ringscope, traces, output):
    """Whether the profile was made; the converter reports errors. Standard output belongs to the recorded program."""
    return subprocess.run([ringscope, "convert", *traces, "-o", output], stdout=sys.stderr).returncode == 0


def run_and_convert(command, output, environment_for):
    ringscope = find_ringscope()
    if ringscope is None:
        sys.stderr.write("ringscope_record: -o needs the program ringscope, which is not found; --trace needs none\n")
        return 2
    folder = tempfile.mkdtemp(prefix=".ringscope_", dir=os.path.dirname(os.path.abspath(output)))
    try:
        status = run(command, environment_for(os.path.join(folder, "%p.trace")))
        traces = sorted(glob.glob(os.path.join(folder, "*.trace*")), key=os.path.getmtime)
        if not traces:
            sys.stderr.write("ringscope_record: nothing was recorded\n")
        elif not convert(ringscope, traces, output):
            kept = output + ".traces"
            os.rename(folder, kept)
            sys.stderr.write(f"ringscope_record: the recorded traces are kept in {kept}\n")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return end_like(status)
