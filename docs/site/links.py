"""Pages of the site that stand elsewhere in the repository, and links that lead out of docs/.

On a code host every file has an address; the site has pages alone. So some files become pages, and
what remains is named without a link.
"""

import os
import re
from collections.abc import Callable
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).resolve().parents[2]

# Where a file of the repository stands on the site.
PAGES = {
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "deploy/RUNBOOK.md": "runbook.md",
    "deploy/demo/photos/ATTRIBUTION.md": "photographs.md",
}
FENCE = re.compile(r"^( *)(```+)[^\n]*\n.*?^\1\2 *$", re.MULTILINE | re.DOTALL)
# A list of links to the headings of its own page.
CONTENTS = re.compile(
    r"^(?:- \[[^\]]+\]\(#[^)]+\)(?:(?: ·|,)? \[[^\]]+\]\(#[^)]+\))*\n)+", re.MULTILINE
)
LINK = re.compile(
    r"(?<!!)\[(?P<words>[^\]\n]*(?:\n[^\]\n]+)*)\]\((?P<path>[^)#\s:]+)(?P<anchor>#[^)]*)?\)"
)


def source_of(page: str) -> str:
    """Return the file of the repository that a page of the site is made from.

    >>> source_of("runbook.md")
    'deploy/RUNBOOK.md'
    >>> source_of("guide/lead.md")
    'docs/guide/lead.md'
    """
    moved = {target: source for source, target in PAGES.items()}
    return moved.get(page, f"docs/{page}")


def on_the_site(path: str) -> str | None:
    """Return the page or file of the site that is made from a file of the repository, if any."""
    if path in PAGES:
        return PAGES[path]
    if not path.startswith("docs/"):
        return None
    return re.sub(r"\.ipynb$", ".md", path.removeprefix("docs/"))


def relink(markdown: str, page: str) -> str:
    """Return a page with links that hold on the site; code is left as it is."""
    folder = PurePosixPath(source_of(page)).parent

    def replace(found: re.Match[str]) -> str:
        path = os.path.normpath(folder / found["path"])
        if not (ROOT / path).exists():
            return found[0]  # the strict build says so
        target = on_the_site(path)
        if target is None:
            return named(found["words"], path)
        relative = os.path.relpath(target, PurePosixPath(page).parent)
        return f"[{found['words']}]({relative}{found['anchor'] or ''})"

    return outside_code(markdown, lambda prose: LINK.sub(replace, prose))


def without_contents(markdown: str) -> str:
    """Return a page without the list of its headings: beside each page the site has its own.

    >>> without_contents("For leads.\\n\\n- [Keys](#keys) · [Words](#words)\\n\\n## Keys\\n")
    'For leads.\\n\\n\\n## Keys\\n'
    """
    return CONTENTS.sub("", markdown, count=1)


def named(words: str, path: str) -> str:
    """Return the words of a link with the path it led to.

    >>> named("`kind.ts`", "frontend/src/kinds/kind.ts")
    '`frontend/src/kinds/kind.ts`'
    >>> named("the editor", "frontend/src/editor.tsx")
    'the editor (`frontend/src/editor.tsx`)'
    """
    plain = words.strip("`")
    return f"`{path}`" if path.endswith(plain) else f"{words} (`{path}`)"


def outside_code(markdown: str, change: Callable[[str], str]) -> str:
    """Return the text with everything but its blocks of code changed."""
    parts, end = [], 0
    for block in FENCE.finditer(markdown):
        parts += [change(markdown[end : block.start()]), block[0]]
        end = block.end()
    return "".join([*parts, change(markdown[end:])])
