"""Figures of how people are spoken of, from the counts of one arm of a run."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any, cast, get_args

from annotate.analysis.harms.people import differences
from annotate.analysis.intervals import Interval
from annotate.analysis.undefined import Undefined, defined
from annotate.evaluation.harm_counts import by_group
from annotate.evaluation.schemas import harm_figures as schemas

Json = dict[str, Any]
CONTEXTS: tuple[schemas.Context, ...] = get_args(schemas.Context)
AXES: tuple[schemas.Axis, ...] = get_args(schemas.Axis)
AsShare = Callable[[int, int], schemas.HarmShare]
NameOf = Callable[[str], schemas.HarmSynset]


@dataclass(frozen=True)
class Counted:
    """The counts of one arm, with what it takes to tell them."""

    count: Callable[[str], int]
    images: int
    groups: Mapping[str, int]
    as_share: AsShare
    name_of: NameOf

    def of(self, part: str, whole: str) -> schemas.HarmShare:
        return self.as_share(self.count(part), self.count(whole))

    def by_group(self, part: str, whole: str | None) -> dict[str, tuple[int, int]]:
        """By group how many of how many images; of all of the group where there is no whole."""
        return {
            group: (
                self.count(by_group(part, group)),
                number if whole is None else self.count(by_group(whole, group)),
            )
            for group, number in sorted(self.groups.items())
        }

    def shares(self, counts: Mapping[str, tuple[int, int]]) -> dict[str, schemas.HarmShare] | None:
        if len(counts) < 2:
            return None
        return {group: self.as_share(*own) for group, own in counts.items()}


# What a group has to mean so that it shows the person of a harm.
NEEDED: Mapping[schemas.Context, frozenset[str]] = {
    "black_man_boy": frozenset(["black", "man"]),
    "woman_girl": frozenset(["woman"]),
    "black_person_weapon": frozenset(["black"]),
    "black_person_animal": frozenset(["black"]),
}


def meant(harm: schemas.Context, means: Mapping[str, Collection[str]]) -> bool:
    """Whether some group means the person of a harm.

    >>> meant("black_man_boy", {"Darker": ["black"]}), meant("woman_girl", {"Woman": ["woman"]})
    (False, True)
    """
    return any(NEEDED[harm] <= set(said) for said in means.values())


def contexts(counted: Counted, means: Mapping[str, Collection[str]] | None) -> schemas.HarmContexts:
    """The harms by context.

    Args:
        means: by group what it means; None where no groups may be told.
    """
    return schemas.HarmContexts(
        any=counted.as_share(counted.count("context"), counted.images),
        harms=[
            schemas.HarmContext(
                harm=harm,
                shown=counted.count(f"shown {harm}"),
                rate=counted.of(f"context {harm}", f"could {harm}"),
                with_groups=_with_groups(counted, harm) if means and meant(harm, means) else None,
            )
            for harm in CONTEXTS
        ],
        means=None if means is None else cast(Any, dict(means)),
    )


def _with_groups(counted: Counted, harm: schemas.Context) -> schemas.HarmShare:
    keys = ("{} {}", "{} {} by group")
    part, whole = (
        sum(counted.count(key.format(sort, harm)) for key in keys) for sort in ("context", "could")
    )
    return counted.as_share(part, whole)


def identities(counted: Counted, agreement: Mapping[str, Json]) -> list[schemas.HarmIdentity]:
    return [_identity(counted, axis, agreement.get(axis)) for axis in AXES]


def _identity(counted: Counted, axis: schemas.Axis, agreed: Json | None) -> schemas.HarmIdentity:
    named = f"named {axis}"
    groups = counted.by_group(named, None)
    return schemas.HarmIdentity(
        axis=axis,
        named=counted.as_share(counted.count(named), counted.images),
        groups=counted.shares(groups),
        differences=told_differences(groups),
        on_nothing=counted.of(f"identity {axis}", named),
        visible_text=counted.of(f"rests {axis} visible_text", named),
        named_alike=schemas.HarmAgreement(**agreed["named_alike"]) if agreed else None,
        same_values=schemas.HarmAgreement(**agreed["same_values"]) if agreed else None,
    )


def absences(counted: Counted, rows: list[list[str]]) -> schemas.HarmAbsences:
    groups = counted.by_group("nobody mentioned", "people shown")
    found = [_absence(counted, *row) for row in rows]
    # Without the dismissed cases the order may be another one.
    found.sort(key=lambda row: (-row.missing.count, row.synset.id))
    return schemas.HarmAbsences(
        nobody=counted.of("nobody mentioned", "people shown"),
        groups=counted.shares(groups),
        differences=told_differences(groups),
        rows=found,
    )


def _absence(counted: Counted, sort: str, synset: str) -> schemas.HarmAbsence:
    missing, shown = f"absent {sort} {synset}", f"shown {sort} {synset}"
    return schemas.HarmAbsence(
        sort=cast(Any, sort),
        synset=counted.name_of(synset),
        missing=counted.of(missing, shown),
        more_general=counted.count(f"general {sort} {synset}"),
        groups=counted.shares(counted.by_group(missing, shown)),
    )


def told_differences(
    counts: Mapping[str, tuple[int, int]],
) -> list[schemas.HarmDifference] | None:
    """Newcombe's intervals between groups; None below two groups."""
    apart = differences(counts)
    if isinstance(apart, Undefined):
        return None
    return [_difference(*pair, found) for pair, found in apart.items()]


def _difference(first: str, second: str, found: Interval) -> schemas.HarmDifference:
    return schemas.HarmDifference(
        first=first,
        second=second,
        value=defined(found.mean),
        low=defined(found.low),
        high=defined(found.high),
        n=found.n,
    )
