"""Adds up the entries of 60 accounts. Most accounts keep them in an array, one that was read from an old file in a chain.

usage: python3 ledger.py           as it was
       python3 ledger.py --mended  with the chain made an array when it is read
"""

import sys
import time


class Entries:
    """Amounts by number."""

    def get(self, number):
        return self.find(number).amount


class Entry:
    def __init__(self, amount, next_entry=None):
        self.amount = amount
        self.next_entry = next_entry


class Array(Entries):
    def __init__(self, amounts):
        self.entries = [Entry(amount) for amount in amounts]

    def __len__(self):
        return len(self.entries)

    def find(self, number):
        return self.entries[number]


class Chain(Entries):
    def __init__(self, amounts):
        self.first = None
        self.count = len(amounts)
        for amount in reversed(amounts):
            self.first = Entry(amount, self.first)

    def __len__(self):
        return self.count

    def find(self, number):
        entry = self.first
        for _ in range(number):
            entry = entry.next_entry
        return entry


def read_old(amounts, is_mended):
    return Array(amounts) if is_mended else Chain(amounts)


def read_accounts(is_mended):
    accounts = [Array(range(account, account + 2000)) for account in range(59)]
    accounts.append(read_old(range(2000), is_mended))
    return accounts


def balance(entries):
    total = 0
    for number in range(len(entries)):
        total += entries.get(number)
    return total


def main():
    begin = time.process_time()
    accounts = read_accounts("--mended" in sys.argv)
    total = sum(balance(entries) for entries in accounts)
    print(f"{total} in {time.process_time() - begin:.3f} s")


if __name__ == "__main__":
    main()
