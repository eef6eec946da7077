"""What is measured at every submission, against numbers worked out by hand."""

import pytest

from annotate.projects.models import Project
from annotate.workflow import services
from annotate.workflow.models import Annotation
from tests.conftest import Cast, add_samples
from tests.workflow.acts import describe, mark, seed, thing, use_recipe

pytestmark = pytest.mark.django_db

# "A red kite" -> "A blue kite flies". Words: {a, red, kite} and {a, blue, kite, flies}: 2 of 5
# shared. Bigrams: (a red)(red kite) and (a blue)(blue kite)(kite flies): 0 of 5; no trigram is
# shared; one text has a 4-gram. Replace "red", insert "flies": 2 edits over 4 words.
FROM_SEED = {
    "tokens_before": 3,
    "tokens_after": 4,
    "jaccard_1": 0.4,
    "jaccard_2": 0.0,
    "jaccard_3": 0.0,
    "jaccard_4": 0.0,
    "edit_distance": 2,
    "edit_share": 0.5,
}
# "A blue kite flies" -> "A blue kite flies high": 4 of 5 words, 3 of 4 bigrams, 2 of 3 trigrams,
# 1 of 2 4-grams; one insertion over 5 words.
FROM_ROUND_1 = {
    "tokens_before": 4,
    "tokens_after": 5,
    "jaccard_1": 4 / 5,
    "jaccard_2": 3 / 4,
    "jaccard_3": 2 / 3,
    "jaccard_4": 1 / 2,
    "edit_distance": 1,
    "edit_share": 0.2,
}
# "A red kite" -> "A blue kite flies high": 2 of 6 words; replace one, insert two.
ROUND_2_FROM_SEED = {
    "tokens_before": 3,
    "tokens_after": 5,
    "jaccard_1": 2 / 6,
    "jaccard_2": 0.0,
    "jaccard_3": 0.0,
    "jaccard_4": 0.0,
    "edit_distance": 3,
    "edit_share": 0.6,
}


def measures(index: int) -> dict[str, dict[str, float]]:
    return dict(Annotation.objects.get(origin="person", index=index).measures)


def test_every_round_is_measured_against_its_start_and_the_seed(
    people: Cast, project: Project
) -> None:
    use_recipe(project, {"key": "description", "rounds": 3, "seeded": True})
    [sample] = add_samples(project, 1)
    seed(sample, "A red kite")
    describe(project, people.ada, "A blue kite flies")
    describe(project, people.ben, "A blue kite flies high")
    assert measures(1)["from_base"] == pytest.approx(FROM_SEED)
    assert measures(1)["from_seed"] == pytest.approx(FROM_SEED)
    assert measures(2)["from_base"] == pytest.approx(FROM_ROUND_1)
    assert measures(2)["from_seed"] == pytest.approx(ROUND_2_FROM_SEED)


def test_a_text_is_measured_by_itself(people: Cast, project: Project) -> None:
    use_recipe(project, {"key": "description"})
    add_samples(project, 1)
    describe(project, people.ada, "A kite flies. It is red!")
    own = measures(1)["self"]
    assert (own["words"], own["sentences"], own["characters"]) == (6, 2, 24)


def test_without_a_start_nothing_is_compared(people: Cast, project: Project) -> None:
    use_recipe(project, {"key": "description"})
    add_samples(project, 1)
    describe(project, people.ada, "A kite")
    assert measures(1)["from_base"] is None
    assert measures(1)["from_seed"] is None


def test_the_fate_of_every_seeded_object_is_counted(people: Cast, project: Project) -> None:
    """Of five seeds a is kept, b gets another label, c and d become one, e goes; f is new."""
    [sample] = add_samples(project, 1)
    seeds = [thing(key, label=f"tree {key}") for key in "abcde"]
    services.add_seed(
        project=project,
        sample=sample,
        stage_key="objects",
        value={"objects": seeds},
        producer="classical 1",
    )
    mark(
        project,
        people.ada,
        thing("a", label="tree a", derived_from=["a"]),
        thing("b", label="oak b", derived_from=["b"]),
        thing("m", label="two trees", derived_from=["c", "d"]),
        thing("f", label="bird"),
    )
    found = measures(1)["from_base"]
    fate = {key: found[key] for key in ("kept", "edited", "merged", "removed", "added", "split")}
    assert fate == {"kept": 1, "edited": 1, "merged": 1, "removed": 1, "added": 1, "split": 0}
    assert measures(1)["self"]["objects"] == 4
