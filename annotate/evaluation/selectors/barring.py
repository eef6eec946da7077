"""Who wrote the texts of a study, and whether enough people remain to judge them.

Where the design keeps authors from judging, they are kept from the whole study, or item by item
from what they wrote themselves.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from annotate import kinds
from annotate.evaluation.models import Study
from annotate.evaluation.selectors.choosing import Chosen
from annotate.kinds.capabilities import Judges
from annotate.people.models import User
from annotate.projects.models import Membership, Project


def bars_authors(design: str) -> bool:
    kind = kinds.get(design)
    return isinstance(kind, Judges) and kind.excludes_authors


@dataclass(frozen=True)
class Able:
    """How many may judge anything of a study, and of how many items too few may."""

    people: int
    items_short: int
    # How many may judge the item that the fewest may.
    fewest: int


def able_to_judge(
    chosen: Chosen, people: Iterable[int], *, design: str, barring: str, needed: int
) -> Able:
    """Count who may judge.

    Args:
        people: ids of accounts, such as the raters that a lead has named.
        needed: how many judge each item.
    """
    everybody = set(people)
    wrote: set[int] = chosen.authors if bars_authors(design) else set()
    if barring == Study.Barring.ITEM:
        left = [len(everybody - (item.authors & wrote)) for item in chosen.items]
        able = everybody
    else:
        able = everybody - wrote
        left = [len(able)] * len(chosen.items)
    return Able(
        people=len(able),
        items_short=sum(number < needed for number in left),
        fewest=min(left, default=len(able)),
    )


def authors(chosen: Chosen, design: str) -> list[User]:
    """Who wrote one of the texts, by name, where the design keeps them from judging it."""
    if not bars_authors(design):
        return []
    writers = User.objects.filter(pk__in=chosen.authors)
    return sorted(writers, key=lambda user: (user.shown_name.casefold(), user.pk))


def may_work(project: Project, user_ids: Sequence[int] = ()) -> set[int]:
    """The members of a project who may work; of these accounts only, where some are named."""
    members = Membership.objects.filter(
        project=project, is_blocked=False, user__is_active=True, user__is_blocked=False
    )
    named = members.filter(user__in=user_ids) if user_ids else members
    return set(named.values_list("user_id", flat=True))
