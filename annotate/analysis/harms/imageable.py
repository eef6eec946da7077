"""What images can show, by the lists of Wang et al. 2022, §4.1.1."""

from annotate.analysis.harms.lists import list_data
from annotate.analysis.harms.synsets import Meanings, SynsetId
from annotate.analysis.harms.wrong import Imageable

NOT_IMAGEABLE = (
    "attractiveness",
    "ethnicity",
    "judgment",
    "mood",
    "occupation-or-social-group",
    "relation",
    "state",
)
_BESIDE = ("have",)  # and *in*, which is no verb: prepositions are imageable


def imageable(meanings: Meanings, objects: frozenset[SynsetId] | None = None) -> Imageable:
    """Return the lists as most common synsets; ``objects`` are the synsets that nobody can see.

    Objects are the non-imageable synsets of WordNet's people subtree (Yang et al. 2020), which may
    not be handed on: None where there is no file of them. Adjectives are seven categories of van
    Miltenburg et al. 2018, but those that WordNet lacks or knows as another part of speech. Verbs
    that an image shows are those of Visual VerbNet, and *have*.

    >>> from annotate.analysis.harms.synsets import meanings
    >>> known = meanings()
    >>> lists = imageable(known)
    >>> [lists.lacks("attribute", known.id_of(name)) for name in ("shy.a.01", "red.a.01")]
    [True, False]
    >>> [lists.lacks("relation", known.id_of(name)) for name in ("relax.v.01", "ride.v.01")]
    [True, False]
    >>> lists.missing
    ('object',)
    """
    attributes, verbs = set[SynsetId](), set[SynsetId]()
    categories = list_data("people_descriptors")["categories"]
    for word in (each for name in NOT_IMAGEABLE for each in categories[name]):
        senses = meanings.senses(word, "attribute")
        if senses.common and not senses.relaxed and senses.lemma == word:
            attributes.add(senses.common)
    for word in (*list_data("visual_verbnet")["verbs"], *_BESIDE):
        senses = meanings.senses(word.replace("_", " "), "relation")
        if senses.common:
            verbs.add(senses.common)
    return Imageable(objects, frozenset(attributes), frozenset(verbs))
