#!/usr/bin/env python3
"""`ringscope aggregate` and `members`: the profiles of many members in one tree, whole or in parts."""
import json
import math
import os
import random
import shlex
import subprocess

import binary
from binary import BinaryTest


def run(*words, code=0, text=None):
    done = subprocess.run([binary.program(), *words], capture_output=True, text=True, input=text, check=False)
    if done.returncode != code:
        raise AssertionError(f"{words}: {done.returncode}\n{done.stdout}\n{done.stderr}")
    return done


class AggregateTest(BinaryTest):
    def aggregate(self, *words, code=0):
        return run("aggregate", *words, code=code)

    def random_members(self, count):
        """Folded files of members, and the same as {member: {path: self cost}}."""
        chance = random.Random(5)
        members = {}
        for rank in range(count):
            costs = {}
            for _ in range(chance.randrange(1, 12)):
                path = tuple(chance.choice("abc") for _ in range(chance.randrange(1, 4)))
                costs[path] = costs.get(path, 0) + chance.randrange(1, 50)
            members[f"rank-{rank}.folded"] = costs
            lines = "".join(f"{';'.join(path)} {cost}\n" for path, cost in costs.items())
            self.write(f"run/host{rank % 3}/rank-{rank}.folded", lines)
        return members

    def test_statistics_are_those_of_a_slow_reference(self):
        members = list(self.random_members(200).values())
        self.aggregate(self.path("run"), "-o", self.path("all.cct"))
        run("verify", self.path("all.cct"))
        report = json.loads(run("members", self.path("all.cct"), "--limit", "1000", "--json").stdout)
        self.assertEqual((report["over"], report["members"], report["absent"]), ("file", 200, "zero"))
        self.assertGreater(len(report["contexts"]), 20)
        for row in report["contexts"]:
            path = tuple(row["path"])
            for kind, cost in (("self", lambda costs: costs.get(path, 0)),
                               ("inclusive", lambda costs: sum(c for p, c in costs.items() if p[:len(path)] == path))):
                values = [cost(costs) for costs in members]
                mean = sum(values) / len(values)
                said = row[kind]
                self.assertEqual(said["sum"], sum(values))
                self.assertEqual(said["min"], min(values))
                self.assertEqual(said["max"], max(values))
                self.assertAlmostEqual(said["mean"], mean)
                self.assertAlmostEqual(said["stddev"], math.sqrt(sum((v - mean)**2 for v in values) / len(values)))
                self.assertAlmostEqual(said["imbalance"], max(values) - mean)
                having = sum(any(p[:len(path)] == path for p in costs) for costs in members)
                self.assertEqual(said["count"], having)

    def test_quantiles_are_those_of_a_slow_reference_in_any_order_of_files(self):
        members = list(self.random_members(37).values())
        bytes_of = set()
        files = [os.path.join(folder, name) for folder, _, names in os.walk(self.path("run")) for name in names]
        for absent in ("zero", "skip"):
            for number in range(3):
                random.Random(number).shuffle(files)
                self.aggregate(*files, "-o", self.path("all.cct"), "--quantiles", "95,5,50", "--absent", absent)
                bytes_of.add((absent, self.read("all.cct")))
            run("verify", self.path("all.cct"))
            report = json.loads(run("members", self.path("all.cct"), "--limit", "1000", "--json").stdout)
            self.assertGreater(len(report["contexts"]), 20)
            for row in report["contexts"]:
                path = tuple(row["path"])
                having = [costs for costs in members if any(p[:len(path)] == path for p in costs)]
                for kind, length in (("self", None), ("inclusive", len(path))):
                    values = sorted(sum(c for p, c in costs.items() if p[:length] == path)
                                    for costs in (members if absent == "zero" else having))
                    for name, share in (("p5", 0.05), ("median", 0.5), ("p95", 0.95)):
                        said = row[kind]["quantiles"][name]
                        self.assertEqual(said, values[math.ceil(share * len(values)) - 1], (path, kind, name))
        self.assertEqual(len(bytes_of), 2)
        found = run("search", self.path("all.cct"), "p95(file)/mean(file) > 1.5").stdout
        self.assertNotIn(" in 0 contexts", found)

    def test_quantiles_are_refused_where_not_all_members_are_there(self):
        file = self.write("a.folded", "main 1\n")
        for options in (["--partial", "1/1"], ["--unite", "1"], ["--plan", "2"], ["--engine", "sh"], ["--slurm"]):
            said = self.aggregate(file, "-o", self.path("all.cct"), "--quantiles", "50", *options, code=2).stderr
            self.assertIn("they are of all members at once", said)
            said = self.aggregate(file, "-o", self.path("all.cct"), "--keep-members", *options, code=2).stderr
            self.assertIn("expected --keep-members without --partial", said)
        self.aggregate(file, "-o", self.path("part.cct"), "--partial", "1/1")
        said = self.aggregate(self.path("part.cct"), "-o", self.path("all.cct"), "--keep-members", code=2).stderr
        self.assertIn("expected profiles for --keep-members, found partial results", said)
        for wrong in ("fifty", "101", "5,,6", "1.2345", ""):
            said = self.aggregate(file, "-o", self.path("all.cct"), "--quantiles", wrong, code=2).stderr
            self.assertIn("expected per cents such as 5,50,95", said)
        self.aggregate(file, "-o", self.path("all.cct"))
        said = run("search", self.path("all.cct"), "median>5", code=2).stderr
        self.assertIn("median", said)

    def test_any_parts_give_the_same_bytes(self):
        self.random_members(50)
        self.aggregate(self.path("run"), "-o", self.path("all.cct"))
        whole = self.read("all.cct")
        for parts in (1, 4, 16):
            output = self.path(f"parts{parts}.cct")
            self.aggregate(self.path("run"), "-o", output, "--engine", "sh", "--tasks", str(parts))
            self.assertEqual(self.read(output), whole)
            self.assertFalse(os.path.exists(output + ".parts"))
        files = [os.path.join(folder, name) for folder, _, names in os.walk(self.path("run")) for name in names]
        random.Random(3).shuffle(files)
        self.aggregate(*files, "-o", self.path("shuffled.cct"))
        self.assertEqual(self.read("shuffled.cct"), whole)

    def test_a_part_that_is_missing_is_named_and_made_alone(self):
        self.random_members(9)
        output = self.path("all.cct")
        plan = self.aggregate(self.path("run"), "-o", output, "--plan", "3").stdout.splitlines()
        self.assertEqual(len(plan), 4)
        for line in (plan[0], plan[2]):
            subprocess.run(line, shell=True, check=True, capture_output=True)
        failed = run("aggregate", self.path("run"), "-o", output, "--unite", "3", code=1).stderr
        self.assertIn("1 of 3 parts are missing: 2;", failed)
        self.assertIn("--partial 2/3", failed)
        before = os.stat(output + ".parts/1.cct").st_mtime_ns
        # An engine that does nothing fails alike, and leaves what is there.
        self.aggregate(self.path("run"), "-o", output, "--tasks", "3", "--engine", "cat", code=1)
        self.assertEqual(os.stat(output + ".parts/1.cct").st_mtime_ns, before)
        done = self.aggregate(self.path("run"), "-o", output, "--tasks", "3", "--engine", "sh")
        self.assertIn("2 of 3 parts are there from before", done.stderr)
        run("verify", output)
        # Parts of files that have changed since are of no use.
        subprocess.run(self.aggregate(self.path("run"), "-o", output, "--plan", "3").stdout.splitlines()[0], shell=True,
                       check=True, capture_output=True)
        self.write("run/host0/rank-0.folded", "a;b;c;d 1000\n")
        done = self.aggregate(self.path("run"), "-o", output, "--tasks", "3", "--engine", "sh")
        self.assertNotIn("from before", done.stderr)

    def test_a_full_disk_on_one_node_costs_its_part_alone(self):
        # A node is a namespace in which the folder of the parts is a small disk.
        small = ["unshare", "-rm", "sh", "-c", 'mount -t tmpfs -o size=4k none "$1" && eval "$2"', "sh"]
        if subprocess.run([*small, self.folder, "true"], capture_output=True, check=False).returncode != 0:
            self.skipTest("expected to be allowed to mount a small disk, found that it is not")
        self.random_members(9)
        self.aggregate(self.path("run"), "-o", self.path("whole.cct"))
        output = self.path("all.cct")
        engine = self.write("engine", "while read -r line; do case \"$line\" in\n"
                            f"*' --partial 2/3 '*) {shlex.join(small)} {output}.parts \"$line\" || echo $? > $0.failed ;;\n"
                            "*) eval \"$line\" ;; esac; done\n")
        words = ["aggregate", self.path("run"), "-o", output, "--tasks", "3", "--engine"]
        failed = run(*words, f"sh {engine} 2> {engine}.said", code=1)
        self.assertIn("1 of 3 parts are missing: 2;", failed.stderr)
        self.assertIn(f"{output}.parts/2.cct: cannot write the file: No space left on device", self.text_of("engine.said"))
        self.assertEqual(self.text_of("engine.failed"), "2\n")
        self.assertEqual(sorted(name for name in os.listdir(output + ".parts") if not name.startswith(".")),
                         ["1.cct", "3.cct"])
        # The rest alone.
        done = run(*words, f"{{ tee {engine}.lines | sh; }}")
        self.assertIn("2 of 3 parts are there from before", done.stderr)
        self.assertEqual([line.split(" --partial ")[1][:3] for line in self.text_of("engine.lines").splitlines()], ["2/3"])
        self.assertEqual(self.read(output), self.read("whole.cct"))

    def test_members_are_told_apart_by_attributes(self):
        for rank in (0, 1, 2):
            folded = self.write("one.folded", f"main;work {10 + rank}\n")
            run("convert", folded, "-o", self.path(f"r{rank}.cct"), "--attribute", f"rank={rank}", "--attribute",
                f"host=n{rank // 2}")
        files = [self.path(f"r{rank}.cct") for rank in (0, 1, 2)]
        said = self.aggregate(*files, "-o", self.path("hosts.cct"), "--over", "host").stdout
        self.assertIn("statistics over 2 hosts", said)
        report = json.loads(run("members", self.path("hosts.cct"), "--json").stdout)
        self.assertEqual((report["inclusive"]["max"], report["inclusive"]["max_member"]), (21, "n0"))
        said = self.aggregate(*files, folded, "-o", self.path("ranks.cct"), "--over", "rank").stdout
        self.assertIn("statistics over 3 ranks", said)
        self.assertIn("left out: " + folded + ": has no attribute 'rank' of its run", said)

    def test_the_spread_of_one_context_is_read_from_the_members(self):
        for rank in range(20):
            self.write(f"run/rank-{rank}.folded", f"main;solve {100 if rank != 7 else 130}\n" + "main;idle 5\n" * (rank % 2))
        self.aggregate(self.path("run"), "-o", self.path("all.cct"))
        text = run("members", self.path("all.cct"), "--root", "main;solve", "--limit", "2").stdout
        self.assertRegex(text, r"130 +rank-7.folded +/")
        report = json.loads(run("members", self.path("all.cct"), "--root", "main;idle", "--json").stdout)
        self.assertEqual(sum(one["has_context"] for one in report["members"]), 10)
        self.assertEqual([one["cost"] for one in report["members"]], [5] * 10 + [0] * 10)
        os.remove(self.path("run/rank-3.folded"))
        done = run("members", self.path("all.cct"), "--root", "main;solve")
        self.assertIn("the profiles of 1 of 20 members cannot be read: rank-3.folded", done.stderr)

    def test_the_values_of_members_are_kept_where_asked(self):
        self.random_members(60)
        self.write("run/damaged.cct", "RSCCT\r\n")
        files = [os.path.join(folder, name) for folder, _, names in os.walk(self.path("run")) for name in names]
        bytes_of = set()
        for number in range(4):
            random.Random(number).shuffle(files)
            options = ["--quantiles", "50"] if number == 3 else []
            self.aggregate(*files, "-o", self.path("all.cct"), "--keep-members", *options)
            if options:
                continue
            bytes_of.add(self.read("all.cct"))
        self.assertEqual(len(bytes_of), 1)
        run("verify", self.path("all.cct"))
        self.assertIn("values of all members, in ", run("info", self.path("all.cct")).stdout)
        self.aggregate(*files, "-o", self.path("without.cct"))
        asked = [[path, *kind] for path in ("a", "a;b", "c;c;a") for kind in ([], ["--self"])]

        def answers(name):
            return [json.loads(run("members", self.path(name), "--json", "--root", *words).stdout) for words in asked]

        by_profiles = answers("without.cct")
        for name in files:
            os.remove(name)
        self.assertEqual(answers("all.cct"), by_profiles)
        self.assertEqual(run("members", self.path("all.cct"), "--root", "a").stderr, "")
        run("members", self.path("without.cct"), "--root", "a", code=1)

    def test_conditions_know_statistics(self):
        for rank in range(10):
            slow = 40 if rank == 3 else 10
            self.write(f"run/rank-{rank}.folded", f"main;solve {slow}\nmain;rest 10\n" + ("main;rare 1\n" if rank == 0 else ""))
        self.aggregate(self.path("run"), "-o", self.path("all.cct"))

        def found(query):
            def count(name):
                words = f'({query}) "{name}"'
                return json.loads(run("search", self.path("all.cct"), words, "--json").stdout)["contexts"]
            return [name for name in ("rare", "rest", "solve") if count(name) > 0]

        self.assertEqual(found("max(file)/mean(file) > 1.5"), ["rare", "solve"])
        self.assertEqual(found("cv > 60%"), ["rare", "solve"])
        self.assertEqual(found("imbalance > 20%"), ["solve"])
        self.assertEqual(found("members < 50%"), ["rare"])
        self.assertEqual(found("incl(stddev) = 0"), ["rest"])
        self.assertEqual(found("mean"), [])  # a name, without a comparison
        refused = run("search", self.path("run/rank-0.folded"), "cv > 20%", code=2).stderr
        self.assertIn("expected a metric of this profile", refused)
        checked = run("transform", self.path("all.cct"), "--apply", "keep cv>60%", "-o", self.path("kept.cct"))
        self.assertIn("statistics of members were left out", checked.stderr)
        self.assertIn("transforms leave them out",
                      run("members", self.path("all.cct"), "--apply", "keep solve", code=2).stderr)

    def test_the_slowest_members_are_drawn(self):
        self.write("run/a.folded", "main;f 8\nmain;g 3\n")
        self.write("run/b.folded", "main;f 2\nmain;g 7\n")
        self.aggregate(self.path("run"), "-o", self.path("all.cct"))

        def drawn(*options):
            run("render", self.path("all.cct"), "-o", self.path("out.svg"), *options)
            return self.text_of("out.svg")
        self.assertIn("samples@max: 15, ", drawn("--angle", "max"))
        self.assertEqual(drawn("--angle", "mean"), drawn())
        for words in (["run/a.folded"], ["all.cct", "--share"]):
            refused = run("render", self.path(words[0]), *words[1:], "-o", self.path("out.svg"), "--angle", "max", code=2)
            self.assertIn("expected a tree with members for 'mean' and 'max'", refused.stderr)

    def test_members_without_the_context_may_not_count(self):
        self.write("run/a.folded", "main;f 8\n")
        self.write("run/b.folded", "main;g 2\n")
        self.aggregate(self.path("run"), "-o", self.path("all.cct"), "--absent", "skip")
        self.assertIn("where those without a context do not count there", run("info", self.path("all.cct")).stdout)
        refused = self.aggregate(self.path("all.cct"), "-o", self.path("again.cct"), "--over", "file", code=2).stderr
        self.assertIn("expected a partial result of '--over file --absent zero'", refused)

    def test_what_cannot_be_used_is_left_out_and_said(self):
        self.write("run/good.folded", "main 1\n")
        self.write("run/empty.folded", "")
        damaged = self.write("run/damaged.cct", "RSCCT\r\n")
        said = self.aggregate(self.path("run"), self.path("run/good.folded"), "-o", self.path("all.cct")).stdout
        self.assertIn("statistics over 1 file,", said)
        self.assertIn(f"left out: {damaged}: ", said)
        self.assertIn("good.folded: given twice", said)
        self.assertIn("empty.folded: ", said)
        refused = self.aggregate(self.path("run/empty.folded"), "-o", self.path("none.cct"), code=2).stderr
        self.assertIn("expected at least one profile that can be read, found none", refused)
        self.assertIn("expected a file or a folder, found none",
                      self.aggregate(self.path("nothing"), "-o", self.path("none.cct"), code=2).stderr)
        self.assertIn("expected a tree with members", run("members", self.path("run/good.folded"), code=2).stderr)
        self.assertIn("expected a part of so many parts",
                      self.aggregate(self.path("run"), "-o", self.path("x.cct"), "--partial", "5/4", code=2).stderr)

    def test_other_metrics_stand_side_by_side(self):
        self.write("run/a.folded", "main 3\n")
        run("convert", self.write("b.folded", "main 4\n"), "-o", self.path("run/b.cct"), "--metric-name", "calls")
        self.aggregate(self.path("run"), "-o", self.path("all.cct"))
        report = json.loads(run("members", self.path("all.cct"), "--metric", "calls", "--json").stdout)
        self.assertEqual((report["inclusive"]["min"], report["inclusive"]["max"]), (0, 4))
        self.aggregate(self.path("run"), "-o", self.path("one.cct"), "--metric", "calls")
        info = json.loads(run("info", self.path("one.cct"), "--json").stdout)
        self.assertEqual([metric["name"] for metric in info["metrics"]], ["calls"])

    def test_sums_that_do_not_fit_are_refused_by_name(self):
        for name in "abc":
            self.write(f"run/{name}.folded", f"main {2**62}\n")
        refused = self.aggregate(self.path("run"), "-o", self.path("all.cct"), code=2).stderr
        self.assertIn("the total of metric 'samples' reaches 2^63", refused)


if __name__ == "__main__":
    binary.main()
