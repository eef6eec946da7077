"""Prints how many tests passed, failed and were skipped, over all steps of a run: totals.py FOLDER.

FOLDER holds the reports (JUnit XML) that pytest and vitest wrote, each named by its step.
"""

import sys
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

_OTHERWISE = {"failure": "failed", "error": "failed", "skipped": "skipped"}


def totals(folder: Path) -> str:
    """Return the numbers; what passed when it was asked again is counted as both."""
    counts = Counter(
        next((_OTHERWISE[each.tag] for each in case if each.tag in _OTHERWISE), "passed")
        for report in folder.glob("*.xml")
        for case in ElementTree.parse(report).iter("testcase")  # noqa: S314
    )
    return ", ".join(f"{counts[name]} {name}" for name in ("passed", "failed", "skipped"))


if __name__ == "__main__":
    print(totals(Path(sys.argv[1])))
