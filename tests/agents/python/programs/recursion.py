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


if __name__ == "__main__":
    main()
