"""The colours of another scheme are there at once for whoever wants less motion."""

import pytest
from playwright.sync_api import Browser

from tests.e2e import sweep
from tests.e2e.installation import Served

pytestmark = pytest.mark.e2e
# Read before and in the very task of the change: a transition, however short, has only begun then.
_SWITCH = """scheme => {
  const elements = [...document.querySelectorAll("*")];
  const colors = () => elements.map((element) => {
    const style = getComputedStyle(element);
    return [element.tagName, element.className, style.color, style.backgroundColor].join(" ");
  });
  colors();
  document.documentElement.setAttribute("data-mantine-color-scheme", scheme);
  const atOnce = colors();
  const pending = document.getAnimations().filter((each) => each instanceof CSSTransition);
  pending.forEach((transition) => transition.finish());
  const atLast = colors();
  return {
    pending: pending.length,
    late: atOnce.filter((color, place) => color !== atLast[place]),
    ofText: getComputedStyle(document.body).color,
  };
}"""


def test_no_element_keeps_a_color_of_the_scheme_before(browser: Browser, served: Served) -> None:
    visitor = sweep.still(browser, served, color_scheme="light")
    visitor.sign_in("lena")
    page = visitor.open("/account")
    sweep.settled(page)
    switches = [page.evaluate(_SWITCH, scheme) for scheme in ("dark", "light", "dark", "light")]
    visitor.context.close()
    assert [(each["pending"], each["late"]) for each in switches] == [(0, [])] * len(switches)
    dark, light, *_ = [each["ofText"] for each in switches]
    assert dark != light
