"""What leads and raters do in a study of ranking: in the wizard, by drag, by touch and by keys."""

import re
from collections.abc import Callable, Sequence
from itertools import groupby

from playwright.sync_api import Locator, Page, expect

from tests.e2e.keyboard import DONE, expect_no_mouse, refuse_the_mouse, tab_to
from tests.e2e.ranking_wizard import QUESTION
from tests.e2e.visitors import Visitor

REASON = "It names what matters."
# What somebody thinks of texts in the order in which they are shown: ranks without gaps.
Opinion = Callable[[Sequence[str]], Sequence[int]]
# The texts of a place are tied; the best place comes first.
Order = list[list[int]]


# --- the raters ------------------------------------------------------------------------------


def rank_by_drag(person: Visitor, items: int, opinion: Opinion) -> None:
    """Rank with the mouse alone: texts are dragged to the end of the places, or into the last."""

    def put(page: Page, order: Order) -> None:
        ranking = page.get_by_role("region", name="Ranking")
        places = ranking.get_by_role("listitem")
        for place, (best, *tied) in enumerate(order):
            _drag(page, best, places.last if place else ranking, 0.97)
            expect(places).to_have_count(place + 1)
            for text in tied:
                _drag(page, text, places.last, 0.5)
                expect(places.last).to_contain_text("Tied")

    _rank(person, items, opinion, put, Locator.click)


def rank_by_touch(person: Visitor, items: int, opinion: Opinion) -> None:
    """Rank with a finger on the buttons of the texts."""

    def put(page: Page, order: Order) -> None:
        def tap(text: int, what: str) -> None:
            page.get_by_role("button", name=f"Text {_letter(text)}: {what}", exact=True).tap()

        for place, (best, *tied) in enumerate(order, start=1):
            tap(best, f"to place {place}")
            for text in tied:
                tap(text, f"to place {place + 1}")
                tap(text, "tie with the place above")

    _rank(person, items, opinion, put, Locator.tap)


def rank_by_keyboard(person: Visitor, items: int, opinion: Opinion) -> None:
    """Rank by keys, without a single event of a pointer, each image in another way."""
    page = person.open("/")
    refuse_the_mouse(page)
    tab_to(page, "button", "Start: Ranking")
    page.keyboard.press("Enter")
    for item in range(items):
        texts = _shown(page)
        ranks = opinion(texts)
        act = _press_digits if item % 2 else _press_letters
        act(page, ranks)
        _expect_order(page, _order(ranks))
        page.keyboard.press("w")
        expect(page.get_by_label("Why?")).to_be_focused()
        page.keyboard.type(REASON)
        page.keyboard.press("Control+Enter")
        _expect_another(page, texts)
    expect(page.get_by_text(DONE)).to_be_visible()
    expect_no_mouse(page)


def _rank(
    person: Visitor,
    items: int,
    opinion: Opinion,
    put: Callable[[Page, Order], None],
    press: Callable[[Locator], None],
) -> None:
    page = person.open("/")
    press(page.get_by_role("button", name="Start: Ranking").first)
    for item in range(items):
        texts = _shown(page)
        order = _order(opinion(texts))
        put(page, order)
        _expect_order(page, order)
        page.get_by_label("Why?").fill(REASON)
        submit = page.get_by_role("button", name="Submit and next")
        press(submit)
        _expect_another(page, texts)
        if item < items - 1:
            expect(page.get_by_text("Submitted. Thank you.").last).to_be_visible()
            _expect_nothing_over(submit)
    expect(page.get_by_text(DONE)).to_be_visible()


def _expect_nothing_over(button: Locator) -> None:
    assert button.evaluate(
        """button => {
          const { x, y, width, height } = button.getBoundingClientRect();
          return button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
        }"""
    )


def _press_digits(page: Page, ranks: Sequence[int]) -> None:
    """The text that is marked next is the next one without a rank."""
    for rank in ranks:
        page.keyboard.press(str(rank))


def _press_letters(page: Page, ranks: Sequence[int]) -> None:
    """Mark each text by its letter, put it last, and tie it where it is to be tied."""
    for tied in _order(ranks):
        for at, text in enumerate(tied):
            page.keyboard.press(_letter(text).lower())
            expect(_card(page, text)).to_be_focused()
            page.keyboard.press("ArrowUp")
            if at > 0:
                page.keyboard.press("=")


def _drag(page: Page, text: int, onto: Locator, share: float) -> None:
    """Drag a text by its letter to a height of something, from 0 at its top to 1."""
    grip = _card(page, text).get_by_text(_letter(text), exact=True)
    grip.scroll_into_view_if_needed()
    start, target = grip.bounding_box(), onto.bounding_box()
    assert start is not None
    assert target is not None
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(target["x"] + 60, target["y"] + target["height"] * share, steps=5)
    page.mouse.up()


def _letter(text: int) -> str:
    return chr(ord("A") + text)


def _order(ranks: Sequence[int]) -> Order:
    by_rank = sorted(range(len(ranks)), key=lambda text: ranks[text])
    return [list(texts) for _, texts in groupby(by_rank, key=lambda text: ranks[text])]


def _card(page: Page, text: int) -> Locator:
    return page.get_by_role("group", name=re.compile(f"^Text {_letter(text)}, "))


def _shown(page: Page) -> list[str]:
    """Return the texts on screen, in the order of their letters; none has a place yet."""
    expect(page.get_by_role("heading", name=QUESTION)).to_be_visible()
    expect(page.get_by_role("heading", name="3 without a place")).to_be_visible()
    return [_card(page, text).get_by_role("paragraph").inner_text() for text in range(3)]


def _expect_order(page: Page, order: Order) -> None:
    for place, tied in enumerate(order, start=1):
        for text in tied:
            others = ", ".join(_letter(other) for other in tied if other != text)
            words = f"place {place}, tied with {others}" if others else f"place {place}"
            expect(_card(page, text)).to_have_accessible_name(f"Text {_letter(text)}, {words}")


def _expect_another(page: Page, before: Sequence[str]) -> None:
    """Wait for other texts: the address changes before the page does."""
    done = page.get_by_text(DONE)
    another = _card(page, 0).filter(has_not_text=re.compile(rf"{'|'.join(map(re.escape, before))}"))
    expect(done.or_(another).first).to_be_visible()
