"""Every page, wide and narrow, light and dark: no fault, no overflow, nothing serious from axe."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e import steps
from tests.e2e.conftest import ROOT, SCREENSHOTS, Served, Visitor

pytestmark = pytest.mark.e2e

AXE = (ROOT / "frontend" / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
# The standard the product promises: WCAG 2.2 AA.
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
SIZES = {"wide": (1440, 900), "narrow": (390, 844)}


@dataclass(frozen=True)
class Demo:
    """The demo as a stranger gets it, seeded, with a person at work in each stage."""

    password: str
    project: int
    pages: dict[str, tuple[str, str]]


@pytest.fixture(scope="module")
def demo(served: Served, browser: Browser) -> Iterator[Demo]:
    served.manage("demo", "--prepare-only", DEMO="true")
    password = json.loads((served.data / "demo.json").read_text())["password"]
    lead = Visitor(browser.new_context(), served)
    page = lead.sign_in("lena")
    project = steps.api(lead, "/projects")[0]["id"]
    lead.open(f"/projects/{project}/seeding")
    expect(page.get_by_text("Finished").first).to_be_visible(timeout=120_000)
    annotator = Visitor(browser.new_context(), served)
    annotator.sign_in("ada", password)
    objects = steps.start(annotator, "Objects")
    steps.submit(objects)
    held = steps.api(annotator, "/work")["held"][0]["assignment_id"]
    describer = Visitor(browser.new_context(), served)
    describer.sign_in("ben", password)
    description = steps.start(describer, "Image description").url
    sample = steps.api(lead, f"/projects/{project}/samples")["results"][0]["id"]
    submitted = steps.api(annotator, "/history")["results"][0]["assignment_id"]
    yield Demo(
        password,
        project,
        {
            **{
                name: ("lena", f"/projects/{project}/{path}".rstrip("/"))
                for name, path in {
                    "overview": "",
                    "samples": "samples",
                    "images": "import",
                    "seeds": "seeding",
                    "people": "people",
                    "guidelines": "guidelines",
                    "export": "export",
                    "audit": "audit",
                    "settings": "settings",
                }.items()
            },
            "sample": ("lena", f"/samples/{sample}"),
            "projects": ("lena", "/projects"),
            "new-project": ("lena", "/projects/new"),
            "users": ("lena", "/admin/users"),
            "account": ("lena", "/account"),
            "not-found": ("lena", "/nowhere"),
            "work": ("ada", "/"),
            "history": ("ada", "/history"),
            "history-item": ("ada", f"/history/{submitted}"),
            "objects": ("ada", f"/work/{held}"),
            "description": ("ben", description.removeprefix(served.url)),
        },
    )
    for visitor in (lead, annotator, describer):
        visitor.context.close()


def serious(page: Page) -> list[str]:
    """Return what axe calls serious or critical, each with the places it means."""
    found: dict[str, Any] = page.evaluate(
        f"async rules => {{ {AXE}; return axe.run(document, {{runOnly: rules}}) }}", RULES
    )
    return [
        f"{each['id']}: {each['help']} at {[node['target'] for node in each['nodes']][:4]}"
        for each in found["violations"]
        if each["impact"] in ("serious", "critical")
    ]


def _settled(page: Page) -> None:
    page.wait_for_load_state("networkidle")
    expect(page.get_by_role("main").first).to_be_visible()
    expect(page.locator("[aria-busy=true]")).to_have_count(0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_pages_are_accessible_and_fit_the_window(
    demo: Demo, browser: Browser, served: Served, size: str, scheme: str
) -> None:
    width, height = SIZES[size]
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    visitors: dict[str, Visitor] = {}
    faults: list[str] = []
    for name, (username, path) in demo.pages.items():
        if username not in visitors:
            context = browser.new_context(
                viewport={"width": width, "height": height},
                color_scheme="dark" if scheme == "dark" else "light",
                reduced_motion="reduce",
            )
            visitors[username] = Visitor(context, served)
            if username == "lena":
                visitors[username].sign_in(username)
            else:
                visitors[username].sign_in(username, demo.password)
        page = visitors[username].open(path)
        _settled(page)
        page.screenshot(path=SCREENSHOTS / f"{name}-{size}-{scheme}.png")
        faults += [f"{name}: {fault}" for fault in serious(page)]
        beyond = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        if beyond > 0:
            faults.append(f"{name}: reaches {beyond} px beyond the window")
    for visitor in visitors.values():
        faults += visitor.faults
        visitor.context.close()
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_sign_in_page_is_accessible(new_visitor: Callable[..., Visitor], scheme: str) -> None:
    page = new_visitor().open("/login")
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    expect(page.get_by_role("button", name="Sign in")).to_be_visible()
    assert serious(page) == []
