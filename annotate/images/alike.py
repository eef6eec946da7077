"""Find the images of a project that look nearly the same, after they came in.

The clock does it, in the worker: whoever brings images in does not wait for it, and images of
before are found by the same way. What is compared is the small copy that people are shown.
"""

from collections.abc import Iterable, Sequence

from django.db import transaction
from PIL import Image as Picture

from annotate.analysis import likeness
from annotate.images import storage
from annotate.images.models import Image
from annotate.projects.models import Project

# So many images one sweep looks at; the next one goes on.
AT_ONCE = 2_000
# So many are compared in one transaction: SQLite lets nobody else write meanwhile.
TOGETHER = 400
_SIGNED = 1 << 63


def sweep() -> int:
    """Look at images that nobody has looked at; return at how many."""
    waiting = Image.objects.filter(is_compared=False)
    some = list(waiting.order_by("project_id", "pk")[:AT_ONCE])
    for project_id in sorted({image.project_id for image in some}):
        of_project = [image for image in some if image.project_id == project_id]
        for start in range(0, len(of_project), TOGETHER):
            _compare(project_id, of_project[start : start + TOGETHER])
    return len(some)


def _compare(project_id: int, new: Sequence[Image]) -> None:
    for image in new:
        image.look, image.is_compared = _look(image), True
    with transaction.atomic():
        # Two sweeps take turns: the groups of one are known to the other.
        Project.objects.select_for_update(no_key=True).get(pk=project_id)
        Image.objects.bulk_update(new, ["look", "is_compared"], batch_size=500)
        _join(project_id, {image.pk for image in new})


def _look(image: Image) -> int | None:
    """The look of an image as the database keeps it, signed; None where its copy is lost."""
    try:
        with storage.open_copy(image.sha256, "thumb") as file, Picture.open(file) as picture:
            size = (likeness.COLUMNS, likeness.ROWS)
            greys = picture.convert("L").resize(size, Picture.Resampling.BOX).tobytes()
    except OSError:
        return None
    return likeness.look_of(greys) - _SIGNED


def _join(project_id: int, new: set[int]) -> None:
    """Put new images into the groups of those they look like, and groups that they connect into
    one; a group is called by the smallest number of an image in it.
    """
    known = Image.objects.filter(project=project_id, look__isnull=False).order_by("pk")
    rows = list(known.values_list("pk", "look", "alike"))
    index = likeness.Index(look + _SIGNED for _, look, _ in rows if look is not None)
    groups = Groups((pk, alike) for pk, _, alike in rows if alike is not None)
    for place, (pk, _, _) in enumerate(rows):
        if pk in new:
            groups.connect([pk, *(rows[at][0] for at in index.like(place))])
    changed = {pk: groups.of(pk) for pk, _, alike in rows if groups.of(pk) != alike}
    by_group: dict[int, list[int]] = {}
    for pk, group in changed.items():
        if group is not None:
            by_group.setdefault(group, []).append(pk)
    Image.objects.bulk_update(
        [Image(pk=pk, alike=group) for group, pks in by_group.items() for pk in pks],
        ["alike"],
        batch_size=500,
    )


class Groups:
    """What pairs connect, each group called by the smallest of its members."""

    def __init__(self, known: Iterable[tuple[int, int]]) -> None:
        self._next: dict[int, int] = {}
        for member, group in known:
            self.connect([member, group])

    def connect(self, members: Sequence[int]) -> None:
        """Put all of them into one group; one alone is none.

        >>> groups = Groups([(7, 5), (5, 5)])
        >>> groups.connect([9, 7])
        >>> groups.of(9), groups.of(3)
        (5, None)
        """
        roots = [self._root(member) for member in members] if len(members) > 1 else []
        for root in roots:
            self._next[root] = min(roots)

    def of(self, member: int) -> int | None:
        return self._root(member) if member in self._next else None

    def _root(self, member: int) -> int:
        while (after := self._next.get(member, member)) != member:
            # Half the way from now on.
            self._next[member] = self._next.get(after, after)
            member = after
        return member
