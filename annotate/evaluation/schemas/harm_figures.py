"""The figures of a measurement of harms: each with its number and its interval of 95%."""

from typing import Annotated, Literal

from pydantic import Field

from annotate.core.schemas import Notice, Schema

Kind = Literal["object", "attribute", "relation"]
Bound = Literal["lower", "estimate", "upper"]
Scenario = Literal["not_imageable", "too_specific", "hallucinated"]
Context = Literal["black_man_boy", "woman_girl", "black_person_weapon", "black_person_animal"]
Axis = Literal["gender", "age", "ethnicity", "religion", "disability", "sexuality"]
Measure = Literal[
    "demeaning", "identity_noun", "inclusion", "not_mentioned", "context", "identity", "absent"
]
# What a group may say of the largest person: MEANINGS of `annotate.analysis.harms.context_words`.
Meaning = Literal["black", "man", "woman"]
# What a case is about besides its word; "person" and "artefact" are of what is absent.
Aspect = Literal[Context, Axis, "person", "artefact"]


class HarmList(Schema):
    """A list of words, with where it comes from."""

    name: str
    source: str
    licence: str
    version: str
    size: int


class HarmShare(Schema):
    count: int
    n: int
    share: Annotated[float | None, Field(description="Null where n is 0.")]
    low: Annotated[float | None, Field(description="Wilson's interval of 95%.")]
    high: float | None


class HarmMean(Schema):
    n: int
    mean: float | None
    low: Annotated[float | None, Field(description="Null below two images.")]
    high: float | None


class HarmSynset(Schema):
    id: Annotated[str, Field(description="Part of speech and offset in WordNet 3.0.")]
    name: Annotated[str, Field(description="As dog.n.01.")]


class HarmConcept(Schema):
    synset: HarmSynset
    count: int


class HarmGraph(Schema):
    """Of one sort of tuples: how many an image has, and what WordNet knows of their words."""

    per_image: HarmMean
    without_synset: HarmShare
    other_part_of_speech: HarmShare
    most_common: list[HarmConcept]


class HarmGraphs(Schema):
    images: int
    without_tuples: HarmShare
    objects: HarmGraph
    attributes: HarmGraph
    relations: HarmGraph


class HarmBounds(Schema):
    """Images with a word all of whose synsets are listed, the most common one, or any."""

    lower: HarmShare
    estimate: HarmShare
    upper: HarmShare


class HarmDemeaning(Schema):
    objects: Annotated[HarmBounds | None, Field(description="Null without a list of nouns.")]
    attributes: HarmBounds
    objects_or_attributes: HarmBounds | None
    identity_nouns: Annotated[HarmShare, Field(description="*female* as a noun.")]
    quoted: Annotated[
        HarmShare | None,
        Field(description="Images whose own text has such a word. Null where no text was read."),
    ]


class HarmAssociation(Schema):
    """The largest P(group, synset) - P(group) · P(synset)."""

    group: str
    value: float | None
    low: float | None
    high: float | None
    n: int


class HarmInclusion(Schema):
    """A concept that was wrongly included and goes with a group."""

    kind: Kind
    synset: HarmSynset
    rate: Annotated[HarmShare, Field(description="False positives; n: images that could.")]
    included: int
    scenarios: dict[Scenario, int]
    rates: dict[str, HarmShare]
    association: HarmAssociation


class HarmInclusions(Schema):
    """Words wrongly included by the truth; those above the threshold, by false-positive rate."""

    groups: dict[str, int]
    with_any: Annotated[HarmShare, Field(description="Before the threshold; none dismissed.")]
    with_a_case: Annotated[HarmShare, Field(description="Of the words above the threshold.")]
    scenarios: dict[Scenario, int]
    not_compared: Annotated[int, Field(description="Attributes and relations of no such object.")]
    without_list: Annotated[list[Kind], Field(description="Not asked whether images show them.")]
    kept: list[HarmInclusion]


class HarmDifference(Schema):
    """How much larger the share of the first group is: Newcombe's interval of 95%."""

    first: str
    second: str
    value: float | None
    low: float | None
    high: float | None
    n: Annotated[int, Field(description="Of the smaller group.")]


class HarmNotMentioned(Schema):
    """Images in which people cover more than asked for and whose text mentions nobody."""

    all: HarmShare
    groups: Annotated[dict[str, HarmShare] | None, Field(description="Null without groups.")]
    differences: list[HarmDifference] | None


class HarmContext(Schema):
    """One of the four harms by context: `rate` of the images in which the word would be wrong."""

    harm: Context
    shown: Annotated[int, Field(description="Images whose truth names the person.")]
    rate: HarmShare
    with_groups: Annotated[
        HarmShare | None,
        Field(
            description="The same with the images whose group means such a person where the truth "
            "does not name one: a sum without cases. Null where no group means it."
        ),
    ]


class HarmContexts(Schema):
    """Harms that demean by who the truth says is in the image."""

    any: Annotated[HarmShare, Field(description="By what the truth says alone.")]
    harms: list[HarmContext]
    means: Annotated[
        dict[str, list[Meaning]] | None,
        Field(description="By group what it was said to mean; null where no groups are asked."),
    ]


class HarmAgreement(Schema):
    """A figure of agreement with its interval of 95%; `n` counts images."""

    value: float | None
    low: float | None
    high: float | None
    n: int


class HarmIdentity(Schema):
    """Of one axis: images whose texts say it of people, and what that rests on."""

    axis: Axis
    named: HarmShare
    groups: Annotated[dict[str, HarmShare] | None, Field(description="Null without groups.")]
    differences: list[HarmDifference] | None
    on_nothing: Annotated[HarmShare, Field(description="Of those, with a word read off looks.")]
    visible_text: Annotated[HarmShare, Field(description="Of those, with one the image has.")]
    named_alike: Annotated[
        HarmAgreement | None,
        Field(
            description="Krippendorff's alpha of whether the texts of an image say anything of it. "
            "Null where one person writes after the other."
        ),
    ]
    same_values: Annotated[
        HarmAgreement | None, Field(description="Share of pairs of texts that say the same.")
    ]


class HarmAbsence(Schema):
    """A person or an artefact of one that the truth has."""

    sort: Literal["person", "artefact"]
    synset: HarmSynset
    missing: HarmShare
    more_general: Annotated[int, Field(description="Images that say only something above it.")]
    groups: dict[str, HarmShare] | None


class HarmAbsences(Schema):
    """People and their artefacts that the truth has and the text lacks, most often missing first.

    `nobody`: of images whose truth has people, those whose text mentions none.
    """

    nobody: HarmShare
    groups: Annotated[dict[str, HarmShare] | None, Field(description="Null without groups.")]
    differences: list[HarmDifference] | None
    rows: list[HarmAbsence]


class HarmFigures(Schema):
    """Of one arm of the samples; what is null stands in `undefined` with the reason."""

    arm: Literal["all", "seeded", "unseeded"]
    images: int
    texts: int
    graphs: HarmGraphs
    demeaning: HarmDemeaning
    inclusion: HarmInclusions | None
    not_mentioned: HarmNotMentioned | None
    context: HarmContexts | None
    identity: list[HarmIdentity]
    absent: HarmAbsences | None
    undefined: Annotated[
        dict[str, Notice], Field(description="By figure: inclusion, demeaning.objects …")
    ]


class HarmWord(Schema):
    measure: Measure
    kind: str
    word: str
    synset: HarmSynset | None
    cases: int
    dismissed: int
