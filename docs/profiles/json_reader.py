"""Reads JSON documents as a service does that says in which line a value began. usage: json_reader.py DOCUMENTS"""

import random
import sys

SPACE = " \n\t,:"


class Reader:
    def __init__(self, text):
        self.text = text
        self.at = 0

    def line(self):
        return self.text.count("\n", 0, self.at) + 1

    def skip(self):
        while self.at < len(self.text) and self.text[self.at] in SPACE:
            self.at += 1

    def word(self):
        begin = self.at
        if self.text[begin] == '"':
            self.at = self.text.index('"', begin + 1) + 1
            return self.text[begin + 1 : self.at - 1]
        while self.text[self.at] not in SPACE + "]}":
            self.at += 1
        return float(self.text[begin : self.at])

    def value(self):
        self.skip()
        line = self.line()
        if self.text[self.at] not in "[{":
            return line, self.word()
        close = "]" if self.text[self.at] == "[" else "}"
        self.at += 1
        values = []
        self.skip()
        while self.text[self.at] != close:
            values.append(self.value())
            self.skip()
        self.at += 1
        return line, values


def read(text):
    return Reader(text).value()


def write(rows, random_numbers):
    lines = [f'  {{"id": {k}, "name": "row {k}", "price": {random_numbers.randrange(9999)}}}' for k in range(rows)]
    return "[\n" + ",\n".join(lines) + "\n]\n"


def main():
    random_numbers = random.Random(1)
    for k in range(int(sys.argv[1])):
        rows = 20 + 40 * k
        text = write(rows, random_numbers)
        assert len(read(text)[1]) == rows


if __name__ == "__main__":
    main()
