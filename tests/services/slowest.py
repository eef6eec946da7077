"""Prints the tests that took longest, over all steps of a run: slowest.py FOLDER [NUMBER].

FOLDER holds the reports (JUnit XML) that pytest and vitest wrote, each named by its step.
"""

import sys
from pathlib import Path
from xml.etree import ElementTree

from tests.services.failed import without_group


def main(folder: Path, number: int) -> None:
    took = [
        (float(case.get("time", 0)), report.stem, case.get("classname", ""), _name(case))
        for report in sorted(folder.glob("*.xml"))
        for case in ElementTree.parse(report).iter("testcase")  # noqa: S314
    ]
    for seconds, step, place, name in sorted(took, reverse=True)[:number]:
        print(f"  {seconds:6.1f} s  {step:<8}  {place}  {name}")


def _name(case: ElementTree.Element) -> str:
    return without_group(case.get("name", ""))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 20)
