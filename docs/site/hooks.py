"""What MkDocs calls while it builds the site (`hooks` in mkdocs.yml)."""

import re

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from pymdownx.slugs import slugify

from docs.site import api_pages, api_schema, client_page, notebooks
from docs.site.drawings import as_tables
from docs.site.links import PAGES, ROOT, relink, without_contents

# Title, place and Markdown of the pages of the HTTP API, once the configuration is read.
API: list[tuple[str, str, str]] = []
IMAGE = re.compile(r'<img [^>]*?src="(?P<address>[^"]+)"[^>]*>')
FAVICON = ROOT / "frontend" / "public" / "favicon.svg"


def on_config(config: MkDocsConfig) -> None:
    """Give headings the addresses that code hosts give them, and the API its pages."""
    config.mdx_configs["toc"]["slugify"] = slugify(case="lower")
    API.clear()
    API.extend(api_pages.pages(api_schema.load()))
    (section,) = [each["API"] for each in config.nav or [] if "API" in each]
    section += [{"HTTP API": [{title: place} for title, place, _ in API]}]


def on_files(files: Files, config: MkDocsConfig) -> None:
    """Add the pages that stand outside docs/."""
    for source, page in PAGES.items():
        files.append(File.generated(config, page, content=(ROOT / source).read_text()))
    for _, place, markdown in API:
        files.append(File.generated(config, place, content=markdown))
    for place, markdown in notebooks.pages():
        files.append(File.generated(config, place, content=markdown))
    client = "\n".join(client_page.page())
    files.append(File.generated(config, client_page.PAGE, content=client))
    files.append(File.generated(config, "assets/favicon.svg", abs_src_path=str(FAVICON)))


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Return the page with links that hold on the site, and nothing that needs a network."""
    return relink(as_tables(without_contents(markdown)), page.file.src_uri)


def on_page_content(html: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Let a picture be opened in its full size, as code hosts do."""
    return IMAGE.sub(r'<a href="\g<address>">\g<0></a>', html)
