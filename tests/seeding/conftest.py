"""What the tests of seeding share."""

from tests.seeding.settable import settable

__all__ = ["settable"]
