#!/usr/bin/env python3
"""`ringscope mcp`: a client written from the protocol's specification, and everything that a client may do wrong."""
import json
import os
import select
import subprocess
import tempfile
import unittest

import binary

FOLDED = "main;parse;lex 30\nmain;parse 10\nmain;emit 5\n"


class McpTest(unittest.TestCase):
    def setUp(self):
        self.outside = tempfile.TemporaryDirectory()
        self.folder = tempfile.TemporaryDirectory()
        self.file = os.path.join(self.folder.name, "a.folded")
        with open(self.file, "w", encoding="utf-8") as out:
            out.write(FOLDED)

    def tearDown(self):
        self.folder.cleanup()
        self.outside.cleanup()

    def talk(self, *lines):
        """Sends lines, which may be messages or bytes; returns what came back, a message a line."""
        sent = b"".join(line if isinstance(line, bytes) else json.dumps(line).encode() + b"\n" for line in lines)
        done = subprocess.run([binary.program(), "mcp", "--folder", self.folder.name], input=sent, capture_output=True, check=True)
        return [json.loads(line) for line in done.stdout.splitlines()]

    def call(self, tool, **arguments):
        message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}
        (reply,) = self.talk(message)
        self.assertEqual(reply["id"], 1)
        return reply

    def text(self, tool, **arguments):
        result = self.call(tool, **arguments)["result"]
        self.assertEqual(result["content"][0]["type"], "text")
        return result["isError"], result["content"][0]["text"]

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
        other = os.path.join(self.folder.name, "b.folded")
        with open(other, "w", encoding="utf-8") as out:
            out.write(FOLDED.replace("30", "60"))
        is_error, text = self.text("compare", before=self.file, after=other)
        self.assertFalse(is_error)
        self.assertIn("lex", text)
        self.assertFalse(self.text("series", files=[self.file, other])[0])

    def test_a_long_answer_is_cut_at_a_line_and_says_so(self):
        with open(self.file, "w", encoding="utf-8") as out:
            out.writelines(f"main;function_number_{i} {i + 1}\n" for i in range(2000))
        is_error, text = self.text("functions", file=self.file, limit=2000)
        self.assertFalse(is_error)
        self.assertLess(len(text), 6200)
        body, rest = text.rsplit("```", 1)
        shown = len(body.strip("`\n").splitlines())
        left_out = int(rest.split()[0].replace(",", ""))
        whole = subprocess.run([binary.program(), "methods", self.file, "--limit=2000"], capture_output=True, check=True, text=True)
        self.assertEqual(shown + left_out, len(whole.stdout.splitlines()))

    def test_a_large_file_is_checked_beside_its_first_answer(self):
        large = os.path.join(self.folder.name, "large.cct")
        subprocess.run([binary.program(), "synth", "--nodes", "1200000", "--frames", "1000", "-o", large], check=True,
                       capture_output=True)
        self.assertGreater(os.path.getsize(large), 16 << 20)

        def asks(*tools):
            requests = [{"jsonrpc": "2.0", "id": i, "method": "tools/call",
                         "params": {"name": tool, "arguments": {"file": large}}} for i, tool in enumerate(tools)]
            return [(reply["result"]["isError"], reply["result"]["content"][0]["text"]) for reply in self.talk(*requests)]
        opened, functions, again = asks("open", "functions", "open")
        printed = subprocess.run([binary.program(), "methods", large, "--markdown"], capture_output=True, check=True,
                                 text=True)
        self.assertEqual(functions, (False, printed.stdout + printed.stderr))
        self.assertEqual(opened, again)
        self.assertFalse(opened[0])
        self.assertIn("1,200,000 contexts", opened[1])
        self.assertIn("wait until every column has been checked", opened[1])
        # Of what is damaged the header may be right.
        damaged = os.path.join(self.folder.name, "damaged.cct")
        with open(large, "rb") as file:
            contents = bytearray(file.read())
        contents[len(contents) // 2:len(contents) // 2 + 64] = b"\xff" * 64
        with open(damaged, "wb") as file:
            file.write(contents)
        with subprocess.Popen([binary.program(), "mcp", "--folder", self.folder.name], stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE) as server:
            def ask(tool, path):
                message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, "arguments": {"file": path}}}
                server.stdin.write(json.dumps(message).encode() + b"\n")
                server.stdin.flush()
                result = json.loads(server.stdout.readline())["result"]
                return result["isError"], result["content"][0]["text"]
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
        large = os.path.join(self.folder.name, "large.cct")
        subprocess.run([binary.program(), "synth", "--nodes", "1200000", "--frames", "1000", "-o", large], check=True,
                       capture_output=True)
        with subprocess.Popen([binary.program(), "mcp", "--folder", self.folder.name], stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE) as server:
            def ask(tool):
                message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, "arguments": {"file": large}}}
                server.stdin.write(json.dumps(message).encode() + b"\n")
                server.stdin.flush()

            def answer():
                result = json.loads(server.stdout.readline())["result"]
                return result["isError"], result["content"][0]["text"]
            # Killed as soon as it is there; it may be over already.
            ask("functions")
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
            is_error, text = answer()
            if killed and is_error:
                self.assertIn("the check of the file ended with exit code 137", text)
            # The next answer makes it again.
            ask("functions")
            self.assertFalse(answer()[0])
            server.stdin.close()

    def test_files_outside_of_the_folders_stay_closed(self):
        secret = os.path.join(self.outside.name, "secret.folded")
        with open(secret, "w", encoding="utf-8") as out:
            out.write("hidden 1\n")
        link = os.path.join(self.folder.name, "link.folded")
        os.symlink(secret, link)
        for path in [secret, link, os.path.join(self.folder.name, "..", os.path.basename(self.outside.name), "secret.folded"),
                     self.folder.name + "x", ""]:
            is_error, text = self.text("summary", file=path)
            self.assertTrue(is_error, path)
            self.assertNotIn("hidden", text)

    def test_no_argument_becomes_an_option(self):
        target = os.path.join(self.folder.name, "written.cct")
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
        requests = [{"jsonrpc": "2.0", "id": i, "method": "tools/call",
                     "params": {"name": "open", "arguments": {"file": self.file}}} for i in range(10)]
        self.assertEqual([reply["id"] for reply in self.talk(*requests)], list(range(10)))


if __name__ == "__main__":
    binary.main()
