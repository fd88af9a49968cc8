#!/usr/bin/env python3
"""How many clicks and keys a question takes from the start page, and how long the window needs for the answer.

usage: bench/tasks/run.py RINGSCOPE PICTURES [TASK...]   (needs Xvfb and xdotool; all tasks, or files with one each)

A task is the question, then "recent FILE" for each file that the start page lists, newest first, "prepare COMMAND" for
what is made before, and its inputs as xdotool has them: "click X Y", "drag X Y X Y", "key KEYS", "type TEXT"; "move X Y"
is none. The time is that from each input until the window's picture does not change any more, all of them together.
PICTURES gets the last one of each task."""
import mmap
import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import time
import zlib

WIDTH, HEIGHT = 1440, 900
ROOT = pathlib.Path(__file__).resolve().parents[2]


class Screen:
    """What an X server draws, read from the memory it draws into."""

    def __init__(self, folder):
        self.server = subprocess.Popen(["Xvfb", "-displayfd", "1", "-screen", "0", f"{WIDTH}x{HEIGHT}x24", "-noreset", "-r",
                                        "-fbdir", folder], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.display = ":" + self.server.stdout.readline().decode().strip()
        with open(pathlib.Path(folder) / "Xvfb_screen0", "rb") as file:
            self.memory = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        self.header = struct.unpack(">25I", self.memory[:100])  # of xwd
        self.begin = self.header[0] + self.header[19] * 12

    def pixels(self):
        return self.memory[self.begin:self.begin + WIDTH * HEIGHT * 4]

    def wait_until_still(self, began, least=1, still_s=2.0):
        """Seconds until the last new picture; a caret that comes and goes is none. `least` pictures come, if late."""
        seen, last = set(), 0.0
        while (passed := time.monotonic() - began) < 60:
            if passed - last > still_s and (len(seen) >= least or passed > 15):
                break
            checksum = zlib.crc32(self.pixels())
            if checksum not in seen:
                seen.add(checksum)
                last = passed
            time.sleep(0.02)
        return last

    def save(self, path):
        pixels = self.pixels()
        rows = bytearray()
        for row in range(HEIGHT):
            line = pixels[row * WIDTH * 4:(row + 1) * WIDTH * 4]
            colors = bytearray(WIDTH * 3)
            colors[0::3], colors[1::3], colors[2::3] = line[2::4], line[1::4], line[0::4]
            rows += b"\0" + colors

        def chunk(kind, data):
            return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        header = struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 2, 0, 0, 0)
        path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) +
                         chunk(b"IEND", b""))


def do_input(kind, text, screen, environment):
    """The seconds until the picture stands still; a pointer that has arrived is not timed with what it does."""
    words = text.split()
    if kind in ("move", "click", "drag"):
        subprocess.run(["xdotool", "mousemove", *words[:2]], check=True, env=environment)
        screen.wait_until_still(time.monotonic(), still_s=0.3)
    xdotool = {"move": [], "click": ["click", "1"], "key": ["key", *words], "type": ["type", "--delay", "5", text],
               "drag": ["mousedown", "1", "mousemove", *words[2:], "sleep", "0.05", "mouseup", "1"]}[kind]
    began = time.monotonic()
    with subprocess.Popen(["xdotool", *xdotool] if xdotool else ["true"], env=environment):
        return screen.wait_until_still(began, least=1 if kind == "move" else 2)


def run_task(ringscope, task, pictures):
    """The question, the number of inputs, the seconds."""
    lines = [line for line in task.read_text().splitlines() if line]
    question, steps = lines[0], [line.partition(" ")[::2] for line in lines[1:]]
    with tempfile.TemporaryDirectory() as work:
        screen = Screen(work)
        environment = dict(os.environ, DISPLAY=screen.display, HOME=work, XDG_CONFIG_HOME=f"{work}/config",
                           XDG_CACHE_HOME=os.environ.get("XDG_CACHE_HOME", os.path.expanduser("~/.cache")),
                           ROOT=str(ROOT), RINGSCOPE=ringscope)
        settings = [f"window_width = {WIDTH}", f"window_height = {HEIGHT}"]
        for kind, text in steps:
            if kind == "prepare":
                subprocess.run(text, shell=True, check=True, cwd=work, env=environment, stdout=subprocess.DEVNULL)
            elif kind == "recent":
                settings.append(f'recent = "{text.replace("$ROOT", str(ROOT)).replace("$WORK", work)}"')
        os.makedirs(f"{work}/config/ringscope")
        pathlib.Path(f"{work}/config/ringscope/settings.conf").write_text("\n".join(settings) + "\n")
        program = subprocess.Popen([ringscope], cwd=work, env=environment)
        try:
            subprocess.run(["xdotool", "search", "--sync", "--onlyvisible", "--name", "ringscope", "windowmove", "0",
                            "0", "windowfocus"], check=True, env=environment, stdout=subprocess.DEVNULL)
            screen.wait_until_still(time.monotonic())
            inputs, seconds = 0, 0.0
            for kind, text in steps:
                if kind in ("prepare", "recent"):
                    continue
                seconds += do_input(kind, text, screen, environment)
                inputs += kind != "move"
            screen.save(pictures / f"{task.stem}.png")
        finally:
            program.kill()
            program.wait()
            screen.server.terminate()
            screen.server.wait()
    return question, inputs, seconds


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    ringscope, pictures = os.path.realpath(sys.argv[1]), pathlib.Path(sys.argv[2])
    pictures.mkdir(parents=True, exist_ok=True)
    tasks = [pathlib.Path(name) for name in sys.argv[3:]] or sorted(pathlib.Path(__file__).parent.glob("*.task"))
    print("| task | inputs | seconds |\n|--|--|--|")
    for task in tasks:
        question, inputs, seconds = run_task(ringscope, task, pictures)
        print(f"| {question} | {inputs} | {seconds:.2f} |", flush=True)
    print(f"\nLoad average {os.getloadavg()[0]:.2f}.")


if __name__ == "__main__":
    main()
