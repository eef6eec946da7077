"""The walk by Tab finds what it is there to find."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.e2e import tabbing

pytestmark = pytest.mark.e2e
SOUND = "<main><a href='#'>Home</a><button>Save</button><input aria-label='Name'></main>"


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    page = browser.new_page()
    yield page
    page.close()


def faults(page: Page, body: str) -> list[str]:
    page.set_content(f"<html lang=en><body>{body}</body></html>")
    return tabbing.walk(page).faults


def test_a_page_of_links_buttons_and_fields_has_no_fault(page: Page) -> None:
    assert faults(page, SOUND) == []
    assert faults(page, "<main><p>Nothing to press.</p></main>") == []


def test_a_ring_that_the_label_draws_counts(page: Page) -> None:
    rules = "label input { outline: none } input:focus-visible + i { outline: 2px solid }"
    style = f"<style>{rules}</style>"
    switch = "<label><input type=checkbox><i>On</i></label>"
    assert faults(page, SOUND + style + switch) == []


def test_a_radio_group_is_one_stop(page: Page) -> None:
    radios = "".join(f"<label><input type=radio name=size>{size}</label>" for size in "SML")
    assert faults(page, SOUND + radios) == []


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ("<button style='outline: none'>Quiet</button>", 'shows no focus on button "Quiet"'),
        ("<span role=button>Lame</span>", 'never focuses button "Lame"'),
        ("<button tabindex=-1>Left out</button>", 'never focuses button "Left out"'),
        ("<button tabindex=1>Pushy</button>", 'button "Pushy"'),
        (
            "<textarea aria-label=Trap onkeydown='event.preventDefault()'></textarea><button>On",
            'does not let the focus go on from textarea "Trap"',
        ),
    ],
    ids=["no ring", "no stop", "taken out", "moved up", "trap"],
)
def test_what_keeps_somebody_without_a_mouse_out_is_a_fault(
    page: Page, body: str, fault: str
) -> None:
    found = faults(page, SOUND + f"<footer>{body}</footer>")
    assert any(fault in each for each in found), found


def test_what_only_listens_to_clicks_is_a_fault(page: Page) -> None:
    listening = "document.querySelector('p').__reactProps$1 = { onClick: () => undefined }"
    page.set_content(f"<body>{SOUND}<p>Press me</p><script>{listening}</script></body>")
    assert 'never focuses p "Press me" in body' in tabbing.walk(page).faults
