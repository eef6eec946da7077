"""Numbers that say nothing."""

import secrets

# The greatest whole number that a browser reads exactly is 2**53 - 1.
_MOST = 2**53 - 1
_MOST_OF_IMAGES = 2**50


def random_id() -> int:
    """A key for a row, from 1 to 2**53 - 1, of which nobody can tell when it was drawn.

    Of ten million rows two draw the same with a probability below 0.6%, and the database
    refuses the second.
    """
    return 1 + secrets.randbelow(_MOST)


def random_image_id() -> int:
    """Return a key for an image, from 1 to 2**50, of which nobody can tell when it was drawn.

    Release formats number the captions of an image by five times its id and more, which a browser
    has to read exactly, too. Of a million images two draw the same with a probability of 0.04%,
    and the database refuses the second.
    """
    return 1 + secrets.randbelow(_MOST_OF_IMAGES)
