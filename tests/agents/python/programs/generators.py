def numbers(n):
    for i in range(n):
        yield i


def pairs(n):
    for i in numbers(n):
        yield from zip(numbers(i), numbers(n))


async def step(n):
    await pause()
    return n


class Pause:
    def __await__(self):
        yield


async def pause():
    await Pause()


def drive(coroutine):
    while True:
        try:
            coroutine.send(None)
        except StopIteration as result:
            return result.value


def main():
    taken = next(numbers(3))
    early = numbers(10)
    next(early)
    early.close()
    print(taken, sum(a * b for a, b in pairs(20)))
    print(sum(drive(step(i)) for i in range(30)))
    print([x for x in numbers(5)], {x: len(str(x)) for x in numbers(5)}, sorted(numbers(9), key=lambda x: -x))


if __name__ == "__main__":
    main()
