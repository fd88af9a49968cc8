import functools


class Shape:
    count = 0

    def __init__(self, size):
        self.size = size
        Shape.count += 1

    def area(self):
        raise NotImplementedError

    @property
    def double(self):
        return self.area() * 2

    @classmethod
    def unit(cls):
        return cls(1)

    @staticmethod
    def scale(n):
        return n * 3

    def __lt__(self, other):
        return self.area() < other.area()


class Square(Shape):
    def __init__(self, size):
        super().__init__(size)
        self.name = "square"

    def area(self):
        return self.size ** 2


@functools.lru_cache(maxsize=None)
def cached(n):
    return n if n < 2 else cached(n - 1) + cached(n - 2)


def wrapped(function):
    @functools.wraps(function)
    def inner(*args, **kwargs):
        return function(*args, **kwargs)
    return inner


@wrapped
def plus(a, b=1):
    return a + b


def main():
    shapes = sorted([Square(n) for n in range(50, 0, -1)] + [Square.unit()])
    print(shapes[0].double, Shape.scale(Shape.count), cached(50), plus(1, b=2), min(shapes).area())
    print(sum(plus(n) for n in range(50)), len(set(map(str, range(30)))))


if __name__ == "__main__":
    main()
