"""What a browser says of itself, in the names people know."""

from dataclasses import dataclass

# Looked for in this order: most browsers name those they descend from as well.
_BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Vivaldi/", "Vivaldi"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
_SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Macintosh", "macOS"),
    ("Linux", "Linux"),
)


@dataclass(frozen=True)
class Device:
    """Names of a browser and a system; empty where they are not known."""

    browser: str
    system: str


def device(user_agent: str) -> Device:
    """Which browser on which system this is.

    >>> device("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")
    Device(browser='Firefox', system='Linux')
    >>> device("curl/8.5.0")
    Device(browser='', system='')
    """
    return Device(_first(_BROWSERS, user_agent), _first(_SYSTEMS, user_agent))


def _first(signs: tuple[tuple[str, str], ...], user_agent: str) -> str:
    return next((name for sign, name in signs if sign in user_agent), "")
