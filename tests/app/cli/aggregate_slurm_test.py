#!/usr/bin/env python3
"""Aggregating by a real Slurm: four nodes on this machine, with keys, ports and folders of their own."""
import json
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import unittest

import binary

NODES = 4
SETUP = """ClusterName=test
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={port}
AuthType=auth/munge
AuthInfo=socket={folder}/munge/socket
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool/%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd-%n.pid
SlurmUser=root
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SlurmdParameters=config_overrides
SelectType=select/cons_tres
ReturnToService=2
SchedulerParameters=sched_interval=1
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd-%n.log
NodeName=n[1-{nodes}] NodeHostname={host} NodeAddr=127.0.0.1 Port=[{first}-{last}] CPUs=4 RealMemory=1000
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP OverSubscribe=FORCE:8
"""


def why_not():
    """Why Slurm cannot be started here, or nothing."""
    for program in ("slurmctld", "slurmd", "srun", "sbatch", "munged"):
        if shutil.which(program) is None and not os.path.exists("/usr/sbin/" + program):
            return f"there is no {program}: packages/ensure fleet brings it"
    return "" if os.geteuid() == 0 else "its daemons want to be root"


def free_ports(count):
    """The first of so many ports in a row that nobody has."""
    for first in range(21000, 60000, 100):
        taken = []
        try:
            for port in range(first, first + count):
                one = socket.socket()
                taken.append(one)
                one.bind(("", port))
        except OSError:
            continue
        finally:
            for one in taken:
                one.close()
        return first
    raise AssertionError("no free ports")


@unittest.skipIf(why_not(), why_not())
class SlurmTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="slurm-", dir="/tmp")
        for name in ("munge", "state", "spool"):
            os.mkdir(os.path.join(cls.folder, name), 0o700)
        key = os.path.join(cls.folder, "munge/key")
        with open(os.open(key, os.O_WRONLY | os.O_CREAT, 0o400), "wb") as file:
            file.write(os.urandom(1024))
        first = free_ports(NODES + 1)
        setup = os.path.join(cls.folder, "slurm.conf")
        with open(setup, "w", encoding="utf-8") as file:
            file.write(SETUP.format(host=socket.gethostname(), port=first + NODES, folder=cls.folder, nodes=NODES, first=first,
                                    last=first + NODES - 1))
        cls.environment = {**os.environ, "SLURM_CONF": setup, "PATH": os.environ["PATH"] + ":/usr/sbin:/sbin"}
        munge = os.path.join(cls.folder, "munge")
        cls.daemons = []
        try:
            cls.start("munged", "--foreground", "--force", "--key-file=" + key, f"--socket={munge}/socket",
                      f"--pid-file={munge}/pid", f"--log-file={munge}/log", f"--seed-file={munge}/seed")
            cls.wait_for(lambda: os.path.exists(f"{munge}/socket"), "munged")
            cls.start("slurmctld", "-D", "-f", setup)
            for node in range(1, NODES + 1):
                cls.start("slurmd", "-D", "-N", f"n{node}", "-f", setup)
            cls.wait_for(lambda: cls.slurm("sinfo", "-h", "-t", "idle", "-o", "%D").strip() == str(NODES), "nodes")
        except TimeoutError as problem:
            log = os.path.join(cls.folder, "slurmctld.log")
            said = ""
            if os.path.exists(log):
                with open(log, encoding="utf-8", errors="replace") as file:
                    said = file.read()[-500:]
            cls.tearDownClass()
            raise unittest.SkipTest(f"Slurm does not start here: {problem}; {said}") from None
        except BaseException:
            cls.tearDownClass()
            raise

    @classmethod
    def tearDownClass(cls):
        for daemon in reversed(cls.daemons):
            daemon.send_signal(signal.SIGTERM)
        for daemon in cls.daemons:
            try:
                daemon.wait(20)
            except subprocess.TimeoutExpired:
                daemon.kill()
                daemon.wait()
        # What watched over steps may wait for the daemons.
        for process in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{process}/environ", "rb") as file:
                    is_ours = cls.folder.encode() in file.read()
                if is_ours:
                    os.kill(int(process), signal.SIGKILL)
            except OSError:
                pass
        shutil.rmtree(cls.folder, ignore_errors=True)

    @classmethod
    def start(cls, *words):
        cls.daemons.append(subprocess.Popen(words, env=cls.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))

    @classmethod
    def slurm(cls, *words):
        return subprocess.run(words, env=cls.environment, capture_output=True, text=True, check=False).stdout

    @classmethod
    def wait_for(cls, holds, what):
        for _ in range(600):
            if holds():
                return
            time.sleep(0.1)
        raise TimeoutError(f"waited for {what}")

    def setUp(self):
        self.work = os.path.join(self.folder, self._testMethodName)
        os.makedirs(os.path.join(self.work, "run"))

    def members(self, count):
        for rank in range(count):
            with open(os.path.join(self.work, f"run/rank-{rank}.folded"), "w", encoding="utf-8") as file:
                file.write(f"main;solve {100 + rank % 7}\nmain;wait {rank % 3}\n")

    def ringscope(self, *words, code=0, program=None):
        done = subprocess.run([program or binary.program(), *words], env=self.environment, cwd=self.work, capture_output=True,
                              text=True, check=False)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done

    def bytes_of(self, name):
        with open(os.path.join(self.work, name), "rb") as file:
            return file.read()

    def test_an_array_and_its_union_give_the_bytes_of_one_task(self):
        self.members(40)
        self.ringscope("aggregate", "run", "-o", "one.cct")
        said = self.ringscope("aggregate", "run", "-o", "many.cct", "--slurm", "--tasks", "4", "--partition", "all", "--sbatch",
                              "--time=10").stdout
        self.assertIn("statistics over 40 files", said)
        self.assertEqual(self.bytes_of("many.cct"), self.bytes_of("one.cct"))
        self.assertEqual(self.slurm("squeue", "-h"), "")
        self.assertFalse(os.path.exists(os.path.join(self.work, "many.cct.parts")))

    def test_running_again_makes_what_is_missing_alone(self):
        self.members(40)
        self.ringscope("aggregate", "run", "-o", "one.cct")
        self.ringscope("aggregate", "run", "-o", "all.cct", "--plan", "4")
        for part in (1, 3):
            self.ringscope("aggregate", "run", "--partial", f"{part}/4", "-o", f"all.cct.parts/{part}.cct")
        done = self.ringscope("aggregate", "run", "-o", "all.cct", "--slurm", "--tasks", "4")
        self.assertIn("2 of 4 parts are there from before", done.stderr)
        self.assertEqual(self.bytes_of("all.cct"), self.bytes_of("one.cct"))

    def test_a_failing_part_leaves_no_job_waiting(self):
        self.members(8)
        failed = self.ringscope("aggregate", "run", "-o", "all.cct", "--slurm", "--tasks", "2", "--sbatch",
                                "--chdir=/nonexistent --output=/nonexistent/log", code=1)
        self.assertIn("parts are missing: 1, 2", failed.stderr)
        self.assertEqual(self.slurm("squeue", "-h"), "")
        self.ringscope("aggregate", "run", "-o", "all.cct", "--slurm", "--tasks", "2")

    def test_recorded_ranks_lie_where_aggregate_takes_them(self):
        program = os.path.join(self.work, "work.py")
        with open(program, "w", encoding="utf-8") as file:
            file.write("import os\n"
                       "def solve(n):\n    return sum(i * i for i in range(n))\n"
                       "solve(3000000 if os.environ['SLURM_PROCID'] == '5' else 1000)\n")
        done = subprocess.run(["srun", "-n8", "-N4", "--ntasks-per-node=2", binary.program(), "record", "--quiet", "--calls", "--", "python3", program],
                              env=self.environment, cwd=self.work, capture_output=True, text=True, check=False)
        if "no recorder" in done.stderr or "is not built" in done.stderr:
            self.skipTest(done.stderr)
        self.assertEqual(done.returncode, 0, done.stderr)
        (folder,) = [name for name in os.listdir(self.work) if name.startswith("job-")]
        self.assertEqual(sorted(os.listdir(os.path.join(self.work, folder))), ["n1", "n2", "n3", "n4"])
        self.assertEqual(sorted(os.listdir(os.path.join(self.work, folder, "n1"))), ["rank-0.cct", "rank-1.cct"])
        said = self.ringscope("aggregate", folder, "-o", "ranks.cct", "--over", "rank").stdout
        self.assertIn("statistics over 8 ranks", said)
        report = json.loads(self.ringscope("members", "ranks.cct", "--json").stdout)
        self.assertEqual(report["inclusive"]["max_member"], "5")
        self.ringscope("aggregate", folder, "-o", "hosts.cct", "--over", "host")


if __name__ == "__main__":
    binary.main()
