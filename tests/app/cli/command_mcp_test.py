#!/usr/bin/env python3
"""`ringscope mcp`: a client written from the protocol's specification, and everything that a client may do wrong."""
import json
import os
import select
import subprocess
import tempfile

import binary
from binary import BinaryTest

FOLDED = "main;parse;lex 30\nmain;parse 10\nmain;emit 5\n"


def request(number, tool, **arguments):
    return {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}


def answer_of(reply):
    """Whether it is an error, and its text."""
    result = reply["result"]
    return result["isError"], result["content"][0]["text"]


class McpTest(BinaryTest):
    def setUp(self):
        super().setUp()
        self.file = self.write("a.folded", FOLDED)

    def talk(self, *lines):
        """Sends lines, which may be messages or bytes; returns what came back, a message a line."""
        sent = b"".join(line if isinstance(line, bytes) else json.dumps(line).encode() + b"\n" for line in lines)
        done = subprocess.run([binary.program(), "mcp", "--folder", self.folder], input=sent, capture_output=True, check=True)
        return [json.loads(line) for line in done.stdout.splitlines()]

    def call(self, tool, **arguments):
        (reply,) = self.talk(request(1, tool, **arguments))
        self.assertEqual(reply["id"], 1)
        return reply

    def text(self, tool, **arguments):
        reply = self.call(tool, **arguments)
        self.assertEqual(reply["result"]["content"][0]["type"], "text")
        return answer_of(reply)

    def large(self):
        """A file whose check takes a while."""
        return self.made("large.cct", "synth", "--nodes", "1200000", "--frames", "1000")

    def start(self):
        return subprocess.Popen([binary.program(), "mcp", "--folder", self.folder], stdin=subprocess.PIPE,
                                stdout=subprocess.PIPE)

    def ask(self, server, tool, file):
        server.stdin.write(json.dumps(request(1, tool, file=file)).encode() + b"\n")
        server.stdin.flush()

    def answer(self, server):
        return answer_of(json.loads(server.stdout.readline()))

    def test_a_session_begins(self):
        first, listed, pong = self.talk(
            {"jsonrpc": "2.0", "id": "a", "method": "initialize",
             "params": {"protocolVersion": "2025-03-26", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}},
            {"jsonrpc": "2.0", "method": "notifications/initialized"},
            {"jsonrpc": "2.0", "id": 7, "method": "tools/list"},
            {"jsonrpc": "2.0", "id": 8, "method": "ping"})
        self.assertEqual(first["id"], "a")
        self.assertEqual(first["result"]["protocolVersion"], "2025-03-26")
        self.assertIn("tools", first["result"]["capabilities"])
        tools = {tool["name"]: tool for tool in listed["result"]["tools"]}
        self.assertEqual(set(tools), {"open", "summary", "functions", "callers", "callees", "search", "explain", "compare",
                                      "series"})
        self.assertEqual(tools["callers"]["inputSchema"]["required"], ["file", "function"])
        self.assertEqual(pong, {"jsonrpc": "2.0", "id": 8, "result": {}})

    def test_a_version_that_is_not_known_gets_ours(self):
        (first,) = self.talk({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "1999-01-01"}})
        self.assertEqual(first["result"]["protocolVersion"], "2025-06-18")

    def test_answers_are_what_the_commands_print(self):
        for tool, words in [("functions", ["methods", self.file, "--limit=2"]), ("summary", ["summary", self.file, "--limit=2"])]:
            is_error, text = self.text(tool, file=self.file, limit=2)
            printed = subprocess.run([binary.program(), *words], capture_output=True, check=True, text=True)
            self.assertFalse(is_error)
            self.assertEqual(text, "```\n" + printed.stdout + "```\n" + printed.stderr)
        self.assertIn("parse", self.text("callers", file=self.file, function="lex")[1])
        self.assertIn("lex", self.text("callees", file=self.file, function="parse")[1])
        self.assertIn("lex", self.text("search", file=self.file, query="fn:lex", list=5)[1])
        self.assertIn("lex", self.text("explain", file=self.file, path="main;parse;lex")[1])
        self.assertIn("45", self.text("open", file=self.file)[1])

    def test_two_profiles_are_compared(self):
        other = self.write("b.folded", FOLDED.replace("30", "60"))
        is_error, text = self.text("compare", before=self.file, after=other)
        self.assertFalse(is_error)
        self.assertIn("lex", text)
        self.assertFalse(self.text("series", files=[self.file, other])[0])

    def test_a_long_answer_is_cut_at_a_line_and_says_so(self):
        self.write("a.folded", "".join(f"main;function_number_{i} {i + 1}\n" for i in range(2000)))
        is_error, text = self.text("functions", file=self.file, limit=2000)
        self.assertFalse(is_error)
        self.assertLess(len(text), 6200)
        body, rest = text.rsplit("```", 1)
        shown = len(body.strip("`\n").splitlines())
        left_out = int(rest.split()[0].replace(",", ""))
        whole = subprocess.run([binary.program(), "methods", self.file, "--limit=2000"], capture_output=True, check=True, text=True)
        self.assertEqual(shown + left_out, len(whole.stdout.splitlines()))

    def test_a_large_file_is_checked_beside_its_first_answer(self):
        large = self.large()
        self.assertGreater(os.path.getsize(large), 16 << 20)

        def asks(*tools):
            requests = [request(i, tool, file=large) for i, tool in enumerate(tools)]
            return [answer_of(reply) for reply in self.talk(*requests)]
        opened, functions, again = asks("open", "functions", "open")
        printed = subprocess.run([binary.program(), "methods", large, "--markdown"], capture_output=True, check=True,
                                 text=True)
        self.assertEqual(functions, (False, printed.stdout + printed.stderr))
        self.assertEqual(opened, again)
        self.assertFalse(opened[0])
        self.assertIn("1,200,000 contexts", opened[1])
        self.assertIn("wait until every column has been checked", opened[1])
        # Of what is damaged the header may be right.
        contents = bytearray(self.read(large))
        contents[len(contents) // 2:len(contents) // 2 + 64] = b"\xff" * 64
        damaged = self.write("damaged.cct", bytes(contents))
        with self.start() as server:
            def ask(tool, path):
                self.ask(server, tool, path)
                return self.answer(server)
            self.assertFalse(ask("open", large)[0])
            # Only one check runs beside: this one begins when it is needed.
            self.assertFalse(ask("open", damaged)[0])
            for tool in ("functions", "open", "summary"):
                is_error, text = ask(tool, damaged)
                self.assertTrue(is_error, tool)
                self.assertIn("damaged.cct: column", text)
            self.assertFalse(ask("functions", large)[0])
            # What is known is of the file as it was.
            os.replace(damaged, large)
            self.assertTrue(ask("functions", large)[0])
            server.stdin.close()

    def test_a_check_that_is_killed_has_not_passed(self):
        large = self.large()
        with self.start() as server:
            # Killed as soon as it is there; it may be over already.
            self.ask(server, "functions", large)
            killed = False
            while not killed:
                for name in filter(str.isdigit, os.listdir("/proc")):
                    try:
                        with open(f"/proc/{name}/stat", encoding="utf-8") as stat, open(f"/proc/{name}/cmdline", "rb") as line:
                            fields, words = stat.read().rsplit(")", 1)[1].split(), line.read()
                        if int(fields[1]) == server.pid and b"verify" in words:
                            os.kill(int(name), 9)
                            killed = True
                    except (FileNotFoundError, ProcessLookupError):
                        continue
                if select.select([server.stdout], [], [], 0)[0]:
                    break
            is_error, text = self.answer(server)
            if killed and is_error:
                self.assertIn("the check of the file ended with exit code 137", text)
            # The next answer makes it again.
            self.ask(server, "functions", large)
            self.assertFalse(self.answer(server)[0])
            server.stdin.close()

    def test_files_outside_of_the_folders_stay_closed(self):
        outside = tempfile.TemporaryDirectory()
        self.addCleanup(outside.cleanup)
        secret = self.write(os.path.join(outside.name, "secret.folded"), "hidden 1\n")
        link = self.path("link.folded")
        os.symlink(secret, link)
        for path in [secret, link, self.path(f"../{os.path.basename(outside.name)}/secret.folded"), self.folder + "x", ""]:
            is_error, text = self.text("summary", file=path)
            self.assertTrue(is_error, path)
            self.assertNotIn("hidden", text)

    def test_no_argument_becomes_an_option(self):
        target = self.path("written.cct")
        for value in ["--output=" + target, "-o" + target, "--help"]:
            self.assertTrue(self.text("callers", file=self.file, function=value)[0], value)
            self.assertTrue(self.text("functions", file=self.file, limit=value)[0], value)
        self.assertFalse(os.path.exists(target))

    def test_what_is_wrong_is_answered_and_the_next_request_too(self):
        ping = {"jsonrpc": "2.0", "id": 5, "method": "ping"}
        for wrong, code in [(b"garbage\n", -32700), (b'{"jsonrpc":"2.0","id":1\n', -32700), (b"[" * 100 + b"\n", -32700),
                            (b'{"id":1}\n', -32600), (b"\xff\xfe\n", -32700), (b"{" + b" " * (2 << 20) + b"}\n", -32600)]:
            first, second = self.talk(wrong, ping)
            self.assertEqual(first["error"]["code"], code, wrong[:40])
            self.assertEqual(second["result"], {})
        (unknown,) = self.talk({"jsonrpc": "2.0", "id": 2, "method": "resources/list"})
        self.assertEqual(unknown["error"]["code"], -32601)
        self.assertEqual(self.call("no_such_tool")["error"]["code"], -32602)
        self.assertTrue(self.text("summary")[0])
        self.assertEqual(self.talk(b'{"jsonrpc":"2.0","id":1,"method":"pi'), [], "half a message is none")

    def test_ten_requests_at_once_are_answered_in_their_order(self):
        requests = [request(i, "open", file=self.file) for i in range(10)]
        self.assertEqual([reply["id"] for reply in self.talk(*requests)], list(range(10)))


if __name__ == "__main__":
    binary.main()
