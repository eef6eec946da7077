"""Pictures that a list names by an address instead of a file."""

import posixpath
from urllib.parse import unquote, urlsplit

_SCHEMES = ("http://", "https://")


def is_address(name: object) -> bool:
    """Tell an address from the name of a file.

    >>> is_address("https://example.org/a.jpg"), is_address("a/b.jpg"), is_address(None)
    (True, False, False)
    """
    return isinstance(name, str) and name.strip().lower().startswith(_SCHEMES)


def path_in(name: str) -> str:
    """The path that an address has behind its server; any other name as it is.

    >>> path_in("https://example.org/set/a%20b.jpg?size=1"), path_in("set/a.jpg")
    ('set/a b.jpg', 'set/a.jpg')
    """
    if not is_address(name):
        return name
    try:
        return unquote(urlsplit(name.strip()).path).strip("/")
    except ValueError:  # brackets that hold no address
        return ""


def file_in(name: str) -> str:
    """The file that an address ends with; any other name as it is."""
    return posixpath.basename(path_in(name)) or name if is_address(name) else name


def first_address(*names: object) -> str:
    """The first of several names that is an address; "" where none is."""
    return next((str(name).strip() for name in names if is_address(name)), "")
