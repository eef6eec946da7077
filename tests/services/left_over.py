"""Prints how many tests a run had no time for, and where they are: left_over.py FOLDER.

FOLDER holds the reports (JUnit XML) that pytest wrote, each named by its step.
"""

import sys
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

NO_TIME = "the time for this run was over"


def left_over(folder: Path) -> Counter[str]:
    """Return the files with such tests, and how many each has."""
    return Counter(
        case.get("classname", "")
        for report in sorted(folder.glob("*.xml"))
        for case in ElementTree.parse(report).iter("testcase")  # noqa: S314
        if any(NO_TIME in each.get("message", "") for each in case.iter("skipped"))
    )


def main(folder: Path) -> None:
    found = left_over(folder)
    if found:
        print(f"NOT RUN, for want of time: {found.total()} tests of")
        print("\n".join(f"  {place} ({number})" for place, number in sorted(found.items())))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
