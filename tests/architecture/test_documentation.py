"""What the documentation says is there, and what is there is said."""

import json
import re
from pathlib import Path

import pytest

from annotate import backends, kinds
from annotate.exchange.exports import FORMATS
from annotate.projects import recipes
from tests.architecture.sources import ROOT, files_under, name_of, project_files

REFERENCE = ROOT / "docs" / "reference" / "settings.md"
GUIDE = ROOT / "docs" / "guide"
SOURCES = ROOT / "frontend" / "src"
MAX_PICTURE_BYTES = 120_000


def documents() -> list[Path]:
    return [path for path in project_files() if path.suffix == ".md"]


def text_of(*parts: str) -> str:
    """Return a page of the documentation."""
    return ROOT.joinpath("docs", *parts).read_text()


def wording(name: str) -> dict[str, dict[str, str]]:
    """Return what the pages of the web client say, in English."""
    found: dict[str, dict[str, str]] = json.loads(
        (SOURCES / "locales" / "en" / f"{name}.json").read_text()
    )
    return found


def own_commands() -> set[str]:
    """Return the management commands of this product."""
    folders = (ROOT / "annotate").glob("*/management/commands/*.py")
    return {path.stem for path in folders if path.stem != "__init__"}


def anchors_of(path: Path) -> set[str]:
    """Return the addresses of a page's headings, as web hosts of repositories make them."""
    prose = re.sub(r"^```.*?^```", "", path.read_text(), flags=re.MULTILINE | re.DOTALL)
    headings = re.findall(r"^#{1,6} +(.+)$", prose, flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", each.lower()).replace(" ", "-") for each in headings}


def make_targets() -> set[str]:
    return set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), flags=re.MULTILINE))


def test_the_readme_names_the_two_commands_a_stranger_needs() -> None:
    """Catches a README that no longer tells how to see the product and how to test it."""
    readme = (ROOT / "README.md").read_text()
    assert "make demo" in readme
    assert "make test" in readme


@pytest.mark.parametrize("path", documents(), ids=name_of)
def test_every_make_command_in_a_document_exists(path: Path) -> None:
    """Catches instructions for a command that was renamed."""
    named = set(re.findall(r"`make ([a-z-]+)", path.read_text()))
    named |= set(re.findall(r"^\s*(?:\$ )?make ([a-z-]+)", path.read_text(), flags=re.MULTILINE))
    assert named - make_targets() == set()


@pytest.mark.parametrize("path", documents(), ids=name_of)
def test_every_link_to_a_file_leads_somewhere(path: Path) -> None:
    """Catches a link to a file that was moved."""
    targets = re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", path.read_text())
    files = [target for target in targets if not re.match(r"[a-z]+:|/", target)]
    assert [target for target in files if not (path.parent / target).exists()] == []


@pytest.mark.parametrize("path", documents(), ids=name_of)
def test_every_link_to_a_heading_leads_to_one(path: Path) -> None:
    """Catches a heading that was reworded while links still name the old one."""
    links = re.findall(r"\]\(([^)#\s:]*)#([^)]+)\)", path.read_text())
    lost = [
        f"{target}#{anchor}"
        for target, anchor in links
        if anchor not in anchors_of(path.parent / target if target else path)
    ]
    assert lost == []


@pytest.mark.parametrize("path", documents(), ids=name_of)
def test_every_picture_says_what_it_shows_and_is_small(path: Path) -> None:
    """Catches a screenshot without words for who cannot see it, and one that bloats each clone."""
    pictures = re.findall(r"!\[([^\]]*)\]\(([^)]+)\)", path.read_text())
    assert [target for words, target in pictures if len(words.split()) < 5] == []
    sizes = {target: (path.parent / target).stat().st_size for _, target in pictures}
    assert {target for target, size in sizes.items() if size > MAX_PICTURE_BYTES} == set()


def test_the_admins_guide_names_every_command() -> None:
    """Catches a management command that nobody would find."""
    assert "export" in own_commands()
    guide = (GUIDE / "admin.md").read_text()
    assert {name for name in own_commands() if f"`{name}`" not in guide} == set()


def test_every_export_format_is_explained() -> None:
    """Catches a format that can be chosen and that no page explains."""
    assert "coco" in FORMATS
    for page in (text_of("reference", "exports.md"), text_of("guide", "lead.md")):
        assert {name for name in FORMATS if f"`{name}`" not in page} == set()


def test_every_recipe_kind_and_back_end_is_explained() -> None:
    """Catches a choice in a form of which the guide knows nothing."""
    guide, formats = text_of("guide", "lead.md"), text_of("reference", "formats.md")
    shipped = {recipe.name for recipe in recipes.all()}
    assert {name for name in shipped | set(backends.names()) if f"`{name}`" not in guide} == set()
    assert {name for name in kinds.names() if f"`{name}`" not in formats} == set()


def test_the_leads_guide_says_where_every_page_of_a_project_is() -> None:
    """Catches a page of the project that was added, renamed or moved without a word about it."""
    table = (SOURCES / "lib" / "places.ts").read_text()
    places = re.findall(r'\n    key: "(\w+)",\n    pages: \[(.*?)\n    \],', table, re.DOTALL)
    assert len(places) == 7
    names = wording("places")
    wanted = [
        (names["place"][place], [names["page"][key] for key in re.findall(r'key: "(\w+)"', pages)])
        for place, pages in places
    ]
    guide = text_of("guide", "lead.md")
    rows = re.findall(r"^\| \*\*(.+?)\*\* \| (.+) \|$", guide, flags=re.MULTILINE)
    assert [(place, re.findall(r"\[(.+?)\]", pages)) for place, pages in rows] == wanted


def test_the_annotators_guide_names_every_key_command() -> None:
    """Catches a shortcut that was added to the workbench and not to the table of keys."""
    guide = text_of("guide", "annotator.md").lower().replace("`", "")
    named = set(wording("workbench")["keys"].values())
    assert {words for words in named if words.lower() not in guide} == set()


@pytest.mark.parametrize("path", documents(), ids=name_of)
def test_python_in_a_document_is_python(path: Path) -> None:
    """Catches an example with a typing error in it."""
    for code in re.findall(r"^```python\n(.*?)^```", path.read_text(), re.MULTILINE | re.DOTALL):
        compile(code, name_of(path), "exec")


def test_decisions_are_numbered_without_gaps() -> None:
    """Catches two decisions written at the same time under one number, and a lost one."""
    names = [path.name for path in files_under("docs/decisions", suffixes=(".md",))]
    numbers = sorted(int(name[:4]) for name in names if name[:4].isdigit() and name[:4] != "0000")
    assert numbers == list(range(1, len(numbers) + 1))


def test_the_map_names_places_that_are_there() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text()
    shape = {"<kind>": "ranking", "<name>": "openai", "<format>": "coco"}
    named = set(re.findall(r"`((?:[a-z_]+/)+[\w.<>]*)`", text))
    gone = set()
    for path in named:
        real = path
        for hole, example in shape.items():
            real = real.replace(hole, example)
        roots = (ROOT, ROOT / "annotate", ROOT / "docs", ROOT / "frontend" / "src")
        if not any((root / real).exists() for root in roots):
            gone.add(path)
    assert len(named) > 30
    assert gone == set()


def test_every_package_has_a_line_in_the_map() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text()
    packages = {path.parent.name for path in (ROOT / "annotate").glob("*/__init__.py")}
    assert packages == {
        name for name in packages if re.search(rf"^  {name}/  ", text, re.MULTILINE)
    }
