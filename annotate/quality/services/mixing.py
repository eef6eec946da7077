"""Mix gold into the work of one person: as much as the rate promises, or note why less."""

from collections.abc import Sequence
from math import ceil, floor

from annotate.analysis.randomness import draw, generator
from annotate.core import rows
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.projects.recipes import StageSpec
from annotate.quality.models import GoldShare, GoldShortfall
from annotate.quality.selectors.mixing import Supply
from annotate.workflow.hooks import Places, Slot

# Of work given one at a time: among so many tasks gold is shuffled. Were its places counted off,
# every tenth task of a rate of 0.1 would be gold.
BLOCK = 20


def mix(project: Project, stage: StageSpec, annotator: User, places: Places) -> Sequence[Slot]:
    """The gold for some of these places. The caller has locked the person's membership."""
    share = _share_of(project, stage, annotator)
    # Drawn anew for every claim, and the same if it is repeated.
    chance = generator(project.seed, "gold", annotator.pk, stage.key, share.places, places.at)
    regular = _regular(share, stage.gold_rate, places.count)
    promise = stage.gold_rate * places.count
    caught_up = min(share.owed, floor(promise + chance.random()))
    # A HIT of several tasks always has some work; what is given alone is work or gold.
    room = max(places.count - 1, 1)
    wanted = regular + caught_up
    supply = Supply(project, stage, annotator, chance)
    slots = supply.take(min(wanted, room), places.like) if wanted else []
    short = wanted - len(slots)
    if short:
        reason = GoldShortfall.Reason.ROOM if len(slots) == room else supply.why_short()
        _note(share, places, wanted=wanted, given=len(slots), reason=reason)
    share.places += places.count
    share.promised += promise
    share.given += len(slots)
    # No more than one HIT should have had: who goes without for long is not flooded afterwards.
    share.owed = min(share.owed + regular - len(slots), max(share.owed, ceil(promise)))
    share.save()
    return slots


def _share_of(project: Project, stage: StageSpec, annotator: User) -> GoldShare:
    place = {"project": project, "stage_key": stage.key, "annotator": annotator}
    return GoldShare.objects.filter(**place).first() or GoldShare(**place)


def _regular(share: GoldShare, rate: float, count: int) -> int:
    """How many of the next places are gold: `rate` of them in expectation, and in the long run.

    The promise grows by the rate with each place, from a beginning of each person's own. A HIT gets
    what it has grown by in whole numbers.
    """
    names = (share.project.seed, "gold share", share.annotator_id, share.stage_key)
    start = generator(*names).random()
    if count > 1:
        return floor(start + share.promised + rate * count) - floor(start + share.promised)
    block, place = divmod(share.places, BLOCK)
    wanted = floor(start + rate * BLOCK * (block + 1)) - floor(start + rate * BLOCK * block)
    shuffled = sorted(range(BLOCK), key=lambda at: draw(*names, block, at))
    return int(place in shuffled[:wanted])


def _note(
    share: GoldShare, places: Places, *, wanted: int, given: int, reason: GoldShortfall.Reason
) -> None:
    rows.insert(
        [
            GoldShortfall(
                project=share.project,
                stage_key=share.stage_key,
                annotator=share.annotator,
                hit=places.hit,
                wanted=wanted,
                given=given,
                reason=reason,
                at=places.at,
            )
        ]
    )
