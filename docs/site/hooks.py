"""What MkDocs calls while it builds the site (`hooks` in mkdocs.yml)."""

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from pymdownx.slugs import slugify

from docs.site.links import PAGES, ROOT, relink, without_contents

# Of the client: one sign for the product and what is written about it.
FAVICON = ROOT / "frontend" / "public" / "favicon.svg"


def on_config(config: MkDocsConfig) -> None:
    """Give headings the addresses that code hosts give them, so that links hold in both places."""
    config.mdx_configs["toc"]["slugify"] = slugify(case="lower")


def on_files(files: Files, config: MkDocsConfig) -> None:
    """Add the pages that stand outside docs/."""
    for source, page in PAGES.items():
        files.append(File.generated(config, page, content=(ROOT / source).read_text()))
    files.append(File.generated(config, "assets/favicon.svg", abs_src_path=str(FAVICON)))


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Return the page with links that hold on the site."""
    return relink(without_contents(markdown), page.file.src_uri)
