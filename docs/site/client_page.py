"""The reference of the Python client: a page that names what the package offers.

What is said of each name is its docstring; the plugin mkdocstrings writes it in.
"""

import ast
from collections.abc import Iterator

from docs.site.links import ROOT

PAGE = "reference/python-client.md"
PACKAGE = "annotate_client"
SOURCE = ROOT / "client" / "src" / PACKAGE
# What is met first, by the way of an engineer; all else follows by the alphabet.
FIRST = ["Client", "Project"]
# Reached by an attribute and made by nobody, so that the package does not offer their names.
PARTS = [
    *("people.People", "models.Models", "learning.Learning", "figures.Figures"),
    *("reports.Reports", "studies.Studies", "studies.Study", "values"),
]


def offered() -> list[str]:
    """Return the names that the package offers, those that are met first in front."""
    tree = ast.parse((SOURCE / "__init__.py").read_text())
    for node in tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            names: list[str] = ast.literal_eval(node.value)
            rest = sorted(set(names) - set(FIRST) - {"__version__", "OPERATIONS"})
            return [*FIRST, *PARTS, *rest]
    raise LookupError(f"{SOURCE}/__init__.py has no __all__")


def page() -> Iterator[str]:
    """Yield the lines of the page."""
    yield "# Python client\n"
    yield (
        "For engineers: every class and method of the package `annotate_client`, from its source. "
        "How they are used together is told in [the guide](../guide/python-client.md).\n"
    )
    for name in offered():
        yield f"::: {PACKAGE}.{name}\n"
