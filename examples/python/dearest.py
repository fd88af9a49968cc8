"""Looks at a profile from Python: its dearest functions, how its cost lies over the layers, and its dearest path.

usage: dearest.py PROFILE    PYTHONPATH has the folder of the package `ringscope` (python/ of the repository, share/ringscope/python
                             where it is installed); RINGSCOPE names the program where it is not on the path
"""

import sys

import ringscope


def main():
    profile = ringscope.open(sys.argv[1])
    metric = profile.metrics[0]
    total = int(profile.inclusive(0, 0)) or 1
    print(f"{metric.name}: {total / metric.scale:,g} {metric.unit} in {profile.context_count - 1:,} contexts")

    for function in profile.functions(limit=10):
        print(f"{function.self / total:7.2%} {function.inclusive / total:7.2%}  {function.name}")

    own = [int(profile.self_cost(0, level).sum()) for level in profile.levels()]
    reached = 0
    for layer, cost in enumerate(own):
        reached += cost
        if reached * 2 >= total:
            print(f"half of it is spent in the first {layer} of {len(own) - 1} layers")
            break

    # Siblings stand largest first by metric 0.
    context = 0
    while children := profile.children(context):
        context = children[0]
    print("the dearest path:", " > ".join(profile.path(context)[-5:]))


if __name__ == "__main__":
    main()
