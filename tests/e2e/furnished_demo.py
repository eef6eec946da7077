"""The demo with a person at work in each stage, so that all pages of a project show something."""

from pathlib import Path

from playwright.sync_api import Browser

from tests.e2e import demo, steps
from tests.e2e.installation import Served
from tests.e2e.sweep import Pages
from tests.e2e.visitors import Visitor

OF_PROJECT = {
    "overview": "",
    "samples": "samples",
    "images": "import",
    "seeds": "seeding",
    "people": "people",
    "guidelines": "guidelines",
    "export": "export",
    "audit": "audit",
    "settings": "settings",
}


def furnish(served: Served, browser: Browser, _folder: Path) -> Pages:
    """Let one person submit objects and hold the next, and another begin a description."""
    made = demo.prepare(served, browser)
    objects = Visitor(browser.new_context(), served)
    objects.sign_in("ada", made.password)
    steps.submit(steps.start(objects, "Objects"))
    at_work = steps.api(objects, "/work")["held"][0]
    held, image = at_work["assignment_id"], at_work["image"]["id"]
    submitted = steps.api(objects, "/history")["results"][0]["assignment_id"]
    description = Visitor(browser.new_context(), served)
    description.sign_in("ben", made.password)
    path = steps.start(description, "Image description").url.removeprefix(served.url)
    lead = Visitor(browser.new_context(), served)
    lead.sign_in("lena")
    base = f"/projects/{made.project}"
    sample = steps.api(lead, f"{base}/samples")["results"][0]["id"]
    invitation = steps.invite(lead, made.project, 1)
    for visitor in (objects, description, lead):
        visitor.context.close()
    return {
        **{name: ("lena", f"{base}/{path}".rstrip("/")) for name, path in OF_PROJECT.items()},
        "sign-in": ("", "/login"),
        "forgotten-password": ("", "/forgotten-password"),
        "confirm-address": ("", "/confirm-address"),
        "new-password": ("", "/new-password"),
        "notifications": ("lena", "/notifications"),
        "glossary": ("lena", "/glossary"),
        "invite": ("", invitation),
        "full-size": ("ada", f"/images/{image}"),
        "sample": ("lena", f"/samples/{sample}"),
        "projects": ("lena", "/projects"),
        "new-project": ("lena", "/projects/new"),
        "users": ("lena", "/admin/users"),
        "account": ("lena", "/account"),
        "account-security": ("lena", "/account/security"),
        "account-notifications": ("lena", "/account/notifications"),
        "account-tokens": ("lena", "/account/tokens"),
        "account-privacy": ("lena", "/account/privacy"),
        "not-found": ("lena", "/nowhere"),
        "landing": ("ada", "/"),
        "work": ("ada", "/work"),
        "home": ("lena", "/home"),
        "history": ("ada", "/history"),
        "history-item": ("ada", f"/history/{submitted}"),
        "objects": ("ada", f"/work/{held}"),
        "description": ("ben", path),
    }
