"""What hands do at an image: sixty steps a second with the mouse, twenty keys."""

import math
import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import FloatRect, Page

STEPS = 90
FRAME_S = 1 / 60
KEY_S = 1 / 20  # as a key that is held down repeats, and faster than anybody types
WORDS = "A small painted cup stands at the edge of the table, and light falls on it. "
Gesture = Callable[[Page], int]


def paced(steps: int, step: Callable[[int], None], every: float = FRAME_S) -> int:
    """Do something again and again, every so many seconds at most; return how often."""
    due = time.perf_counter()
    for number in range(steps):
        step(number)
        due = max(due + every, time.perf_counter() - every)
        time.sleep(max(due - time.perf_counter(), 0))
    return steps


def canvas(page: Page) -> FloatRect:
    """Return where the image's part of the page lies."""
    found = page.locator("[data-canvas]").bounding_box()
    assert found
    return found


def _circle(page: Page, x: float, y: float, radius: float) -> int:
    def step(number: int) -> None:
        angle = number / 15
        page.mouse.move(x + radius * math.sin(angle), y + radius * (1 - math.cos(angle)))

    return paced(STEPS, step)


def hover(page: Page) -> int:
    """Pass over the boxes without pressing."""
    area = canvas(page)

    def step(number: int) -> None:
        part = number / STEPS
        across = area["width"] * (0.1 + 0.8 * part)
        down = area["height"] * (0.5 + 0.35 * math.sin(part * 20))
        page.mouse.move(area["x"] + across, area["y"] + down)

    return paced(STEPS, step)


def pan(page: Page) -> int:
    """Pan with the middle button."""
    area = canvas(page)
    x, y = area["x"] + area["width"] / 2, area["y"] + area["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down(button="middle")
    steps = _circle(page, x, y, 60)
    page.mouse.up(button="middle")
    return steps


def zoom(page: Page) -> int:
    """Zoom in and out with the wheel."""
    area = canvas(page)
    page.mouse.move(area["x"] + area["width"] / 2, area["y"] + area["height"] / 2)
    return paced(STEPS, lambda number: page.mouse.wheel(0, -60 if number % 30 < 15 else 60))


def chosen(page: Page) -> dict[str, float]:
    """Return where the frame of the selected box lies on the page."""
    found = page.evaluate(
        """() => {
            const box = document.querySelector('[data-box-id][aria-pressed=true]');
            const {x, y, width, height} = box.getBoundingClientRect();
            return {x, y, width, height};
        }"""
    )
    return dict(found)


def drag(page: Page) -> int:
    """Move the selected box in circles."""
    box = chosen(page)
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    steps = _circle(page, x, y, 40)
    page.mouse.up()
    return steps


def resize(page: Page) -> int:
    """Drag the lower right corner of the selected box."""
    box = chosen(page)
    x, y = box["x"] + box["width"] + 2, box["y"] + box["height"] + 2
    page.mouse.move(x, y)
    page.mouse.down()
    steps = _circle(page, x, y, 40)
    page.mouse.up()
    return steps


def nudge(page: Page) -> int:
    """Move the selected box by the arrow keys."""
    page.locator("[data-box-id][aria-pressed=true]").focus()
    keys = ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp")
    return paced(60, lambda number: page.keyboard.press(keys[number // 15]), KEY_S)


def step_through(page: Page) -> int:
    """Go from object to object by key."""
    return paced(30, lambda _: page.keyboard.press("]"), 2 * KEY_S)


def write(page: Page) -> int:
    """Type into the description of the open object."""
    page.get_by_role("textbox", name="Description of").first.focus()
    return paced(len(WORDS), lambda number: page.keyboard.press(_key(WORDS[number])), KEY_S)


def _key(letter: str) -> str:
    return "Space" if letter == " " else letter


GESTURES: dict[str, Gesture] = {
    "hover": hover,
    "pan": pan,
    "zoom": zoom,
    "drag": drag,
    "resize": resize,
    "nudge": nudge,
    "step": step_through,
    "write": write,
}


def processor_ms(client: Any) -> float:
    """Return what the page's main thread has used so far, by its own clock."""
    metrics = client.send("Performance.getMetrics")["metrics"]
    found = {each["name"]: each["value"] for each in metrics}
    return float(found["TaskDuration"]) * 1000
