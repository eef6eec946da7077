"""One window of a browser that Playwright does not drive, and what a person does in it."""

import base64
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from tests.waiting import eventually

Json = dict[str, Any]
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"  # what the standard calls a reference to one
CONTROL, ENTER, BACKSPACE = "\ue009", "\ue007", "\ue003"
SECONDS = 30.0  # for one thing on a page to come, as in `expect` of the other browser tests
# What a person would call it: the first thing on screen with this role whose name begins so.
FIND = """const [selector, name] = arguments;
const words = text => (text || "").replace(/\\s+/g, " ").trim();
const named = element => {
    const by = (element.getAttribute("aria-labelledby") || "").split(" ").filter(Boolean);
    return words(element.getAttribute("aria-label") || element.alt)
        || words(by.map(id => document.getElementById(id)?.textContent).join(" "))
        || words([...(element.labels || [])].map(label => label.textContent).join(" "))
        || words(element.textContent);
};
return [...document.querySelectorAll(selector)].find(element => named(element).startsWith(name)
    && !element.disabled && element.getClientRects().length) || null;
"""
SELECTORS = {
    "button": "button, [role=button], summary",
    "textbox": "input:not([type=hidden]), textarea",
    "heading": "h1, h2, h3",
    "img": "img, [role=img]",
    "listitem": "li",
}
LISTEN = """window.faults = [];
addEventListener("error", event => window.faults.push(event.message));
addEventListener("unhandledrejection", event => window.faults.push(String(event.reason)));"""


class Wire(Protocol):
    """What carries a command of WebDriver to an engine and its answer back."""

    def send(self, command: str, parameters: Json) -> Any: ...


class Refused(AssertionError):
    """The engine could not do what was asked, in its own words."""


class Window:
    """One window of an engine, found and used by what a person sees in it."""

    def __init__(self, name: str, wire: Wire) -> None:
        self.name = name
        self._wire = wire
        wire.send("SetWindowRect", {"x": 0, "y": 0, "width": 1440, "height": 1000})

    def open(self, url: str) -> None:
        self._wire.send("Navigate", {"url": url})
        self.execute(LISTEN)

    def execute(self, script: str, *arguments: object) -> Any:
        """Run the body of a function in the page and return what it returns."""
        return self._wire.send("ExecuteScript", {"script": script, "args": list(arguments)})

    def find(self, role: str, name: str) -> Json:
        """Wait for what has this role and a name that begins so."""
        return dict(self._wait(lambda: self._look(role, name), f"a {role} “{name}”"))

    def expect_text(self, text: str) -> None:
        script = "return document.body.innerText.includes(arguments[0])"
        self._wait(lambda: self.execute(script, text), f"the words “{text}”")

    def expect_value(self, name: str, value: str) -> None:
        field = self.find("textbox", name)

        def is_held() -> bool:
            held = str(self.execute("return arguments[0].value", field))
            self._remark = f"It holds “{held}”."
            return held == value

        self._wait(is_held, f"“{value}” in “{name}”")

    def click(self, role: str, name: str) -> None:
        """Click as soon as it is there; a page that is still being drawn may replace it."""

        def attempt() -> bool:
            found = self._look(role, name)
            if not found:
                return False
            try:
                self._wire.send("ElementClick", {"id": found[ELEMENT]})
            except Refused as refused:
                self._remark = str(refused)
                return False
            return True

        self._wait(attempt, f"a click on the {role} “{name}”")

    def type(self, name: str, text: str) -> None:
        """Type into the field of this name, after what stands in it."""
        field = self.find("textbox", name)
        self._wire.send("ElementSendKeys", {"id": field[ELEMENT], "text": text})

    def press(self, *keys: str) -> None:
        """Hold these keys together where the focus is, as in a shortcut."""
        acts = [{"type": "keyDown", "value": key} for key in keys]
        acts += [{"type": "keyUp", "value": key} for key in reversed(keys)]
        self._act({"type": "key", "id": "keyboard", "actions": acts})

    def drag(self, onto: Json, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Press the pointer at one place of an element and let it go at another (0 to 1)."""
        left, top, width, height = self.execute(
            "const {x, y, width, height} = arguments[0].getBoundingClientRect();"
            " return [x, y, width, height]",
            onto,
        )
        points = [(left + x * width, top + y * height) for x, y in (start, end)]
        moves = [
            {"type": "pointerMove", "duration": 100, "x": round(x), "y": round(y)}
            for x, y in points
        ]
        acts = [moves[0], {"type": "pointerDown", "button": 0}]
        acts += [moves[1], {"type": "pointerUp", "button": 0}]
        mouse = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}}
        self._act({**mouse, "actions": acts})

    def faults(self) -> list[str]:
        """Return what went wrong in the page's own code since it was opened."""
        return list(self.execute("return window.faults || []"))

    def screenshot(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(base64.b64decode(self._wire.send("TakeScreenshot", {"full": False})))

    _remark = ""

    def _act(self, source: Json) -> None:
        self._wire.send("PerformActions", {"actions": [source]})

    def _look(self, role: str, name: str) -> Any:
        return self.execute(FIND, SELECTORS[role], name)

    def _wait(self, ask: Callable[[], Any], what: str) -> Any:
        self._remark = ""
        try:
            return eventually(ask, what, SECONDS)
        except AssertionError:
            words = f"{self.name} did not show {what} within {SECONDS:.0f} s. {self._remark}"
            raise AssertionError(words.strip()) from None
