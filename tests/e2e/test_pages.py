"""Every page, wide and narrow, light and dark: no fault, no overflow, nothing serious from axe."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e import routes, steps, sweep
from tests.e2e.conftest import Served, Visitor

pytestmark = pytest.mark.e2e


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
    projects = {each["name"]: each["id"] for each in steps.api(lead, "/projects")}
    project = projects["Demo: photographs"]
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
    invitation = steps.invite(lead, project, 1)
    image = steps.api(lead, f"/projects/{project}/images")["results"][0]["id"]
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
            "sign-in": ("", "/login"),
            "invite": ("", invitation),
            "full-size": ("ada", f"/images/{image}"),
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


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", sweep.SIZES)
def test_pages_are_accessible_and_fit_the_window(
    demo: Demo, browser: Browser, served: Served, size: str, scheme: str
) -> None:
    assert routes.unopened("pages", demo.pages) == []
    passwords = dict.fromkeys(("ada", "ben"), demo.password)
    faults = sweep.faults_of(
        demo.pages, browser, served, size=size, scheme=scheme, passwords=passwords
    )
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_sign_in_page_is_accessible(new_visitor: Callable[..., Visitor], scheme: str) -> None:
    page = new_visitor().open("/login")
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    expect(page.get_by_role("button", name="Sign in")).to_be_visible()
    assert sweep.serious(page) == []
