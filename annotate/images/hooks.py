"""What this package asks of those above it: who works on an image."""

from collections.abc import Callable

from annotate.core.hooks import Hook
from annotate.images.models import Image
from annotate.people.models import User

# Whether somebody who only annotates in the image's project holds it, or may look back on it.
Viewer = Callable[[User, Image], bool]

viewers: Hook[Viewer] = Hook("images.viewers")


def is_seen_by(user: User, image: Image) -> bool:
    return any(sees(user, image) for sees in viewers)
