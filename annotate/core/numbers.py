"""Numbers that say nothing."""

import secrets

# The greatest whole number that a browser reads exactly is 2**53 - 1.
_MOST = 2**53 - 1


def random_id() -> int:
    """A key for a row, from 1 to 2**53 - 1, of which nobody can tell when it was drawn.

    Of ten million rows two draw the same with a probability below 0.6 %, and the database
    refuses the second.
    """
    return 1 + secrets.randbelow(_MOST)
