"""Prints the tests that failed, as pytest is asked for them, one a line: failed.py REPORT.xml.

An error outside the tests (a file that cannot be read) has no name to ask for: nothing is printed
then, so that nobody takes the rest for the whole.
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
    print("\n".join(failed(Path(sys.argv[1]))))
