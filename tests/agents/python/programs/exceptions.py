class Problem(Exception):
    def __init__(self, depth):
        super().__init__(depth)
        self.depth = depth


class Guard:
    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        return kind is Problem


def fall(n):
    if n == 0:
        raise Problem(n)
    try:
        fall(n - 1)
    finally:
        note(n)


def note(n):
    return abs(n)


def main():
    caught = 0
    for n in range(20):
        with Guard():
            fall(n)
        try:
            fall(n)
        except Problem as problem:
            caught += problem.depth + 1
        try:
            int("no number")
            {}["key"]
        except (ValueError, KeyError):
            caught += 1
        try:
            [].pop()
        except IndexError:
            caught += 1
    print(caught)


if __name__ == "__main__":
    main()
