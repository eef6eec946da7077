"""How large a share is at least, by what was seen of it."""

from math import sqrt

Z = 1.96  # 95 of 100 intervals hold the share


def low_end(part: int, whole: int, z: float = Z) -> float:
    """The lower end of the interval of a share (Wilson 1927): few cases prove little.

    All of fourteen say more than one of one, and both more than none of many.

    >>> round(low_end(14, 14), 2), round(low_end(1, 1), 2), low_end(0, 50)
    (0.78, 0.21, 0.0)
    >>> low_end(0, 0)
    0.0
    """
    if part <= 0 or whole <= 0:
        return 0.0
    share = min(part / whole, 1.0)
    middle = share + z * z / (2 * whole)
    spread = z * sqrt(share * (1 - share) / whole + z * z / (4 * whole * whole))
    return (middle - spread) / (1 + z * z / whole)
