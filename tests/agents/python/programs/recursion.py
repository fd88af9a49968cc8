import sys


def ackermann(m, n):
    if m == 0:
        return n + 1
    return ackermann(m - 1, 1 if n == 0 else ackermann(m, n - 1))


def even(n):
    return n == 0 or odd(n - 1)


def odd(n):
    return n != 0 and even(n - 1)


def main():
    print(ackermann(2, 6), even(100), max(map(odd, range(20))))


def profiled():
    import cProfile
    import pickle

    profiler = cProfile.Profile()
    profiler.runcall(main)
    profiler.create_stats()
    with open(sys.argv[1], "wb") as file:
        pickle.dump(profiler.stats, file)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        profiled()
    else:
        main()
