"""Prints the tests that failed, as pytest is asked for them, one a line: failed.py REPORT.xml.

An error outside the tests (a file that cannot be read) has no name to ask for: nothing is printed
then, so that nobody takes the rest for the whole.

With a folder of reports, each named by its step, it prints what failed in any of them and the first
line of why: `failed.py FOLDER`. These are a run's last lines, because some services keep no others.
"""

import sys
from pathlib import Path
from xml.etree import ElementTree


def failed(report: Path) -> list[str]:
    """The node ids of the failed tests, `path::name`; none where one of them has no place."""
    found = [
        _node(case)
        for case in ElementTree.parse(report).iter("testcase")  # noqa: S314
        if case.find("failure") is not None or case.find("error") is not None
    ]
    return [] if None in found else [node for node in found if node]


LONGEST_REASON = 160
MOST_NAMED = 25


def reasons(folder: Path) -> list[str]:
    """What failed in each step, with the first line of why; once, however often it was tried."""
    found = (
        f"{report.stem}: {_named(case)}: {_reason(fault)}"
        for report in sorted(folder.glob("*.xml"))
        for case in ElementTree.parse(report).iter("testcase")  # noqa: S314
        for fault in (*case.iterfind("failure"), *case.iterfind("error"))
    )
    return list(dict.fromkeys(found))


def _named(case: ElementTree.Element) -> str:
    return _node(case) or f"{case.get('classname', '')} {case.get('name', '')}"


def _reason(fault: ElementTree.Element) -> str:
    told = (fault.get("message") or fault.text or "").strip()
    return told.partition("\n")[0][:LONGEST_REASON]


def told(lines: list[str]) -> str:
    """Return the lines, or the first of them and how many more there are."""
    more = len(lines) - MOST_NAMED
    return "\n".join(lines[:MOST_NAMED] + ([f"and {more} more"] if more > 0 else []))


def _node(case: ElementTree.Element) -> str | None:
    path = Path(*case.get("classname", "").split(".")).with_suffix(".py")
    name = without_group(case.get("name", ""))
    return f"{path}::{name}" if name and path.is_file() else None


def without_group(name: str) -> str:
    """Return the name of a test without that of the group with which it shares a process.

    >>> without_group("test_x[a@b]@tests/test_it"), without_group("test_x[a@b]")
    ('test_x[a@b]', 'test_x[a@b]')
    """
    return name.rpartition("@")[0] if name.rfind("@") > name.rfind("]") else name


if __name__ == "__main__":
    where = Path(sys.argv[1])
    print(told(reasons(where)) if where.is_dir() else "\n".join(failed(where)))
