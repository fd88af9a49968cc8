"""Profiles to compare, with dates of their own."""

import os

from binary import JDOM_AFTER, JDOM_BEFORE, BinaryTest


class ComparedProfiles(BinaryTest):
    def profile(self, name, text, date=1767323040):
        path = self.write(name, text)
        os.utime(path, (date, date))
        return path

    def jdom(self):
        return self.profile("a.folded", JDOM_BEFORE), self.profile("b.folded", JDOM_AFTER, 1767323040 + 86400)
