import collections
import dataclasses
import json
import re
import textwrap


@dataclasses.dataclass
class Entry:
    word: str
    count: int


def main():
    text = textwrap.fill("the quick brown fox jumps over the lazy dog " * 20, 40)
    counter = collections.Counter(re.findall(r"[a-z]+", text))
    entries = [Entry(word, count) for word, count in counter.most_common()]
    packed = json.dumps([dataclasses.asdict(entry) for entry in entries], indent=1, sort_keys=True)
    again = [Entry(**values) for values in json.loads(packed)]
    print(again == entries, re.sub(r"(.)(.)", lambda match: match[2] + match[1], text)[:30])


if __name__ == "__main__":
    main()
