"""Prints how many tests a run had no time for, and where they are: left_over.py FOLDER.

FOLDER holds the reports (JUnit XML) that pytest wrote, each named by its step.
"""

import sys
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

NO_TIME = "the time for this run was over"

Places = dict[str, Counter[str]]


def left_over(folder: Path) -> Places:
    """Return the files with such tests, and how many each has, for each step."""
    found: Places = {}
    for report in sorted(folder.glob("*.xml")):
        for case in ElementTree.parse(report).iter("testcase"):  # noqa: S314
            if any(NO_TIME in each.get("message", "") for each in case.iter("skipped")):
                found.setdefault(report.stem, Counter())[case.get("classname", "")] += 1
    return found


def told(files: Counter[str]) -> list[str]:
    """Return a line for each folder, with its files and how many tests of each.

    >>> told(Counter({"tests.core.test_a": 2, "tests.core.test_b": 1}))
    ['  tests.core: test_a (2), test_b (1)']
    """
    folders: dict[str, list[str]] = {}
    for place, number in sorted(files.items()):
        folder, _, name = place.rpartition(".")
        folders.setdefault(folder, []).append(f"{name} ({number})")
    return [f"  {folder}: {', '.join(names)}" for folder, names in folders.items()]


def main(folder: Path) -> None:
    """Print for each step how many tests it had no time for, and of which files."""
    for step, files in left_over(folder).items():
        print(f"NOT RUN in {step}, for want of time: {files.total()} tests of")
        print("\n".join(told(files)))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
