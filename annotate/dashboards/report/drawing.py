"""Figures as SVG, for paper: no script, no colour alone."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor, log10

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from annotate.core.documents import Figure, Series

WIDTH, HEIGHT = 640, 240
LEFT, RIGHT, TOP, BOTTOM = 52, 12, 10, 34
_STEPS = (1, 2, 2.5, 5, 10)
# Lines differ by dash as well as by colour, so that they do on a grey print.
_STYLES = (("#1c5fa8", ""), ("#b3541e", "6 3"), ("#3a7d44", "2 3"), ("#6b4c9a", "8 3 2 3"))


@dataclass(frozen=True, slots=True)
class Axis:
    """From where to where, and the round numbers written beside it."""

    low: float
    high: float
    ticks: tuple[float, ...]

    def share(self, value: float) -> float:
        """Where a value stands between the ends, 0 to 1."""
        return (value - self.low) / (self.high - self.low)


def axis(values: Sequence[float], count: int = 4) -> Axis:
    """An axis over all values that begins and ends at round numbers.

    It begins at 0 where no value is negative. Raises ValueError without any value.

    >>> axis([3, 18])
    Axis(low=0, high=20, ticks=(0, 5, 10, 15, 20))
    >>> axis([0.0])
    Axis(low=0, high=1, ticks=(0, 0.25, 0.5, 0.75, 1))
    """
    low, high = min(0.0, *values), max(0.0, *values)
    rough = ((high - low) or 1.0) / count
    power = 10.0 ** floor(log10(rough))
    step = next(size * power for size in _STEPS if size * power >= rough * (1 - 1e-9))
    first = floor(low / step)
    last = max(-floor(-round(high / step, 9)), first + 1 if high > low else count)
    ticks = tuple(_plain(place * step) for place in range(first, last + 1))
    return Axis(ticks[0], ticks[-1], ticks)


def _plain(value: float) -> float:
    """A number without the dust of its making, whole where it is."""
    clean = float(f"{value:.10g}")
    return int(clean) if clean == int(clean) else clean


def svg(figure: Figure) -> SafeString:
    """Empty where no series has a point."""
    drawn = [series for series in figure.series if series.points]
    if not drawn:
        return SafeString("")
    heights = [y for series in drawn for _, y in series.points]
    heights += [end for series in drawn for band in series.bands for end in band]
    up = axis(heights)
    across = _across(figure, drawn)
    parts = [
        _grid(up),
        _names(figure, across),
        *(_band(series, across, up, place) for place, series in enumerate(drawn)),
        *(_line(series, across, up, place) for place, series in enumerate(drawn)),
        _legend(drawn),
    ]
    return format_html(
        '<svg viewBox="0 0 {} {}" role="img" aria-label="{}">{}</svg>',
        WIDTH,
        HEIGHT + 20 * (len(drawn) > 1),
        figure.caption,
        SafeString("".join(parts)),
    )


def _across(figure: Figure, drawn: Sequence[Series]) -> Axis:
    places = [x for series in drawn for x, _ in series.points] + [x for x, _ in figure.ticks]
    low, high = min(places), max(places)
    # A single place stands in the middle.
    margin = (high - low) * 0.04 or 0.5
    return Axis(low - margin, high + margin, ())


def _x(across: Axis, value: float) -> float:
    return round(LEFT + across.share(value) * (WIDTH - LEFT - RIGHT), 1)


def _y(up: Axis, value: float) -> float:
    return round(HEIGHT - BOTTOM - up.share(value) * (HEIGHT - BOTTOM - TOP), 1)


def _grid(up: Axis) -> SafeString:
    return format_html_join(
        "",
        '<line x1="{}" x2="{}" y1="{}" y2="{}" class="grid"/>'
        '<text x="{}" y="{}" text-anchor="end">{}</text>',
        (
            (LEFT, WIDTH - RIGHT, _y(up, tick), _y(up, tick), LEFT - 6, _y(up, tick) + 4, tick)
            for tick in up.ticks
        ),
    )


def _names(figure: Figure, across: Axis) -> SafeString:
    ticks = format_html_join(
        "",
        '<text x="{}" y="{}" text-anchor="middle">{}</text>',
        ((_x(across, at), HEIGHT - BOTTOM + 16, name) for at, name in figure.ticks),
    )
    middle = (LEFT + WIDTH - RIGHT) // 2
    return ticks + format_html(
        '<text x="{}" y="{}" text-anchor="middle" class="name">{}</text>',
        middle,
        HEIGHT - 2,
        figure.x_name,
    )


def _band(series: Series, across: Axis, up: Axis, place: int) -> SafeString:
    if not series.bands:
        return SafeString("")
    colour, _ = _STYLES[place % len(_STYLES)]
    ends = list(zip((x for x, _ in series.points), series.bands, strict=True))
    if len(ends) == 1:
        # One point has no area; its band is a stroke.
        [(x, (low, high))] = ends
        return format_html(
            '<line x1="{}" x2="{}" y1="{}" y2="{}" stroke="{}" class="stroke"/>',
            *(_x(across, x), _x(across, x), _y(up, low), _y(up, high), colour),
        )
    outline = [(x, high) for x, (_, high) in ends] + [(x, low) for x, (low, _) in reversed(ends)]
    return format_html(
        '<polygon points="{}" fill="{}" class="band"/>', _path(outline, across, up), colour
    )


def _line(series: Series, across: Axis, up: Axis, place: int) -> SafeString:
    colour, dash = _STYLES[place % len(_STYLES)]
    line = format_html(
        '<polyline points="{}" stroke="{}" stroke-dasharray="{}" class="line"/>',
        *(_path(series.points, across, up), colour, dash or "none"),
    )
    dots = format_html_join(
        "",
        '<circle cx="{}" cy="{}" r="3" fill="{}"/>',
        ((_x(across, x), _y(up, y), colour) for x, y in series.points),
    )
    return line + dots


def _path(points: Sequence[tuple[float, float]], across: Axis, up: Axis) -> str:
    return " ".join(f"{_x(across, x)},{_y(up, y)}" for x, y in points)


def _legend(drawn: Sequence[Series]) -> SafeString:
    if len(drawn) < 2:
        return SafeString("")
    width = (WIDTH - LEFT) / len(drawn)
    return format_html_join(
        "",
        '<line x1="{}" x2="{}" y1="{}" y2="{}" stroke="{}" stroke-dasharray="{}" class="line"/>'
        '<text x="{}" y="{}">{}</text>',
        (
            (
                *(LEFT + place * width, LEFT + place * width + 24, HEIGHT + 12, HEIGHT + 12),
                *(colour, dash or "none", LEFT + place * width + 30, HEIGHT + 16, series.name),
            )
            for place, series in enumerate(drawn)
            for colour, dash in [_STYLES[place % len(_STYLES)]]
        ),
    )
