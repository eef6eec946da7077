"""The figures of a run from its counts, as measured and without the cases readers dismissed.

Group figures are sums over what people said; they are told only while the project asks for it.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, cast, get_args

from annotate.analysis.harms.counting import ROLES
from annotate.analysis.harms.inclusion import NO_GROUPS
from annotate.analysis.harms.lists import MISSING
from annotate.analysis.harms.synsets import Meanings, meanings
from annotate.analysis.proportions import share
from annotate.analysis.undefined import defined
from annotate.core.schemas import Notice
from annotate.evaluation.harm_counts import Lost, by_group, concept_key
from annotate.evaluation.models import HarmRun
from annotate.evaluation.schemas import harm_figures as schemas
from annotate.evaluation.selectors import harm_people_figures as people
from annotate.messages import Message

Json = dict[str, Any]
ARMS = ("all", "seeded", "unseeded")
KINDS: tuple[schemas.Kind, ...] = get_args(schemas.Kind)
SCENARIOS: tuple[schemas.Scenario, ...] = get_args(schemas.Scenario)


def figures_of(run: HarmRun, lost: Lost, *, has_groups: bool) -> list[schemas.HarmFigures]:
    """The figures of all images and, where samples were drawn for it, of both arms.

    Args:
        lost: by how much counts fall because cases were dismissed.
        has_groups: whether the project still asks for groups.
    """
    results: Json = run.results or {"arms": {}}
    return [
        _Arm(run, name, results["arms"][name], lost.of(name), has_groups).figures()
        for name in ARMS
        if name in results["arms"]
    ]


def name_of(synset: str) -> schemas.HarmSynset:
    known = meanings()
    name = known.name_of(synset) if isinstance(known, Meanings) else synset
    return schemas.HarmSynset(id=synset, name=name)


def as_share(part: int, whole: int) -> schemas.HarmShare:
    found = share(max(0, min(part, whole)), whole)
    return schemas.HarmShare(
        count=part,
        n=whole,
        share=defined(found.mean),
        low=defined(found.low),
        high=defined(found.high),
    )


@dataclass(frozen=True)
class _Arm:
    run: HarmRun
    name: str
    raw: Json
    lost: Counter[str]
    has_groups: bool

    def count(self, key: str) -> int:
        return int(self.raw["counts"].get(key, 0)) - self.lost[key]

    def of_images(self, key: str) -> schemas.HarmShare:
        return as_share(self.count(key), self.raw["images"])

    @property
    def groups(self) -> dict[str, int]:
        return dict(self.raw["groups"]) if self.has_groups else {}

    @property
    def people(self) -> people.Counted:
        return people.Counted(self.count, self.raw["images"], self.groups, as_share, name_of)

    def figures(self) -> schemas.HarmFigures:
        return schemas.HarmFigures(
            arm=cast(Literal["all", "seeded", "unseeded"], self.name),
            images=self.raw["images"],
            texts=self.raw["texts"],
            graphs=_graphs(self.raw["graphs"], self.raw["images"]),
            demeaning=self._demeaning(),
            inclusion=None if self._why_no_inclusion() else self._inclusion(),
            not_mentioned=None if self._why_not_mentioned() else self._not_mentioned(),
            context=people.contexts(self.people, self.means) if self.run.truth else None,
            identity=people.identities(self.people, self.raw.get("agreement", {})),
            absent=self._absent(),
            undefined={
                name: Notice.of(why) for name, why in self._undefined().items() if why is not None
            },
        )

    def _undefined(self) -> Mapping[str, Message | None]:
        nouns = None if self.run.results and self.run.results["has_nouns"] else MISSING.message
        groups = None if len(self.groups) > 1 else self._no_groups()
        quoted = None if self.raw["read"] else Message("harm_no_text_read")
        return {
            "demeaning.objects": nouns,
            "demeaning.objects_or_attributes": nouns,
            "demeaning.quoted": quoted,
            "inclusion": self._why_no_inclusion(),
            "not_mentioned": self._why_not_mentioned(),
            "not_mentioned.groups": groups,
            "not_mentioned.differences": groups,
            "context": None if self.run.truth else Message("harm_needs_truth"),
            **(self._context_groups() if self.run.truth else {}),
            "identity.groups": groups,
            "identity.visible_text": quoted,
            "absent": None if self.run.truth else Message("harm_needs_truth"),
            "absent.groups": groups if self.run.truth else None,
        }

    @property
    def means(self) -> dict[str, list[str]] | None:
        return (self.run.results or {}).get("means", {}) if self.groups else None

    def _context_groups(self) -> dict[str, Message | None]:
        """Why groups say nothing of the person of a harm."""
        if self.means is None:
            return {"context.groups": Message("harm_groups_not_asked")}
        if not self.means:
            return {"context.groups": Message("harm_group_means_unsaid")}
        lacking = [harm for harm in people.CONTEXTS if not people.meant(harm, self.means)]
        why = Message("harm_group_means_nobody")
        return {f"context.{harm}.groups": why for harm in lacking}

    def _absent(self) -> schemas.HarmAbsences | None:
        if not self.run.truth:
            return None
        return people.absences(self.people, self.raw.get("absent") or [])

    def _no_groups(self) -> Message:
        return NO_GROUPS.message if self.groups else Message("harm_groups_not_asked")

    def _why_no_inclusion(self) -> Message | None:
        if not self.run.truth:
            return Message("harm_without_truth")
        if self.raw["inclusion"] is None or len(self.groups) < 2:
            return self._no_groups()
        return None

    def _why_not_mentioned(self) -> Message | None:
        if not (self.run.results or {}).get("boxes"):
            return Message("harm_without_boxes")
        return None

    def _demeaning(self) -> schemas.HarmDemeaning:
        has_nouns = bool(self.run.results and self.run.results["has_nouns"])
        bounds = {
            kind: schemas.HarmBounds(
                lower=self.of_images(f"{kind} lower"),
                estimate=self.of_images(f"{kind} estimate"),
                upper=self.of_images(f"{kind} upper"),
            )
            for kind in ("object", "attribute", "any")
        }
        return schemas.HarmDemeaning(
            objects=bounds["object"] if has_nouns else None,
            attributes=bounds["attribute"],
            objects_or_attributes=bounds["any"] if has_nouns else None,
            identity_nouns=self.of_images("identity_noun"),
            quoted=as_share(self.count("quoted"), self.raw["read"]) if self.raw["read"] else None,
        )

    def _inclusion(self) -> schemas.HarmInclusions:
        raw: Json = self.raw["inclusion"]
        results: Json = self.run.results or {}
        rows = [self._row(row) for row in raw["rows"]]
        rows = [row for row in rows if row.rate.count]
        rows.sort(key=lambda row: (-(row.rate.share or 0), -row.included, row.synset.id))
        return schemas.HarmInclusions(
            groups=self.groups,
            with_any=as_share(int(self.raw["counts"].get("any_wrong", 0)), self.raw["images"]),
            with_a_case=self.of_images("wrong"),
            scenarios={each: self.count(f"wrong {each}") for each in SCENARIOS},
            not_compared=raw["not_compared"],
            without_list=[kind for kind in KINDS if kind in results["without_list"]],
            kept=rows,
        )

    def _row(self, row: Json) -> schemas.HarmInclusion:
        key = concept_key(row["kind"], row["synset"])
        by_groups = row["could_by_group"].items()
        return schemas.HarmInclusion(
            kind=row["kind"],
            synset=name_of(row["synset"]),
            rate=as_share(self.count(key), row["could"]),
            included=row["included"],
            scenarios={each: self.count(f"{key}|{each}") for each in SCENARIOS},
            rates={
                group: as_share(self.count(by_group(key, group)), could)
                for group, could in by_groups
            },
            association=schemas.HarmAssociation.model_validate(row["association"]),
        )

    def _not_mentioned(self) -> schemas.HarmNotMentioned:
        silent, whole = self.count("not_mentioned"), self.count("covered")
        counts = self.people.by_group("not_mentioned", "covered")
        return schemas.HarmNotMentioned(
            all=as_share(silent, whole),
            groups=self.people.shares(counts),
            differences=people.told_differences(counts),
        )


def _graphs(raw: Json, images: int) -> schemas.HarmGraphs:
    return schemas.HarmGraphs(
        images=images,
        without_tuples=as_share(raw["empty"], images),
        **{kind: _graph(raw["of"][kind]) for kind in ROLES},
    )


def _graph(raw: Json) -> schemas.HarmGraph:
    n, mean, low, high = raw["mean"]
    return schemas.HarmGraph(
        per_image=schemas.HarmMean(n=n, mean=mean, low=low, high=high),
        without_synset=as_share(*raw["without"]),
        other_part_of_speech=as_share(*raw["other"]),
        most_common=[
            schemas.HarmConcept(synset=schemas.HarmSynset(id=pk, name=name), count=number)
            for pk, name, number in raw["common"]
        ],
    )
