"""Heat on a plate, divided among ranks by rows: srun -n64 ringscope record --calls -- python3 heat.py

Each rank relaxes its own rows; what it would exchange with its neighbours is left out, as only the work matters here.
`--fair` divides the rows evenly. Without it each rank gets as many whole rows as fit, and the last one all that remain.
"""
import os
import sys

ROWS, COLUMNS, STEPS = 1000, 60, 4


def rows_of(rank, ranks, fair):
    """The rows of a rank, as a range."""
    if fair:
        return range(ROWS * rank // ranks, ROWS * (rank + 1) // ranks)
    size = ROWS // ranks
    return range(rank * size, ROWS if rank == ranks - 1 else (rank + 1) * size)


def new_row(before, row, after):
    return [row[0]] + [(row[c - 1] + row[c + 1] + before[c] + after[c]) / 4 for c in range(1, COLUMNS - 1)] + [row[-1]]


def relax(plate):
    """One step of Jacobi's method; the outermost rows stay."""
    inner = [new_row(plate[r - 1], plate[r], plate[r + 1]) for r in range(1, len(plate) - 1)]
    return [plate[0]] + inner + [plate[-1]]


def read_plate(rows):
    return [[float((r * 7 + c) % 13) for c in range(COLUMNS)] for r in rows]


def main():
    rank = int(os.environ.get("SLURM_PROCID", os.environ.get("OMPI_COMM_WORLD_RANK", "0")))
    ranks = int(os.environ.get("SLURM_NTASKS", os.environ.get("OMPI_COMM_WORLD_SIZE", "1")))
    plate = read_plate(rows_of(rank, ranks, "--fair" in sys.argv))
    for _ in range(STEPS):
        plate = relax(plate)
    print(f"rank {rank}: {len(plate)} rows, {sum(map(sum, plate)):.3f}")


if __name__ == "__main__":
    main()
