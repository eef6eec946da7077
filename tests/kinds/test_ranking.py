"""Rankings of texts that are shown together: ranks without gaps, ties where a study allows them."""

from typing import Any

import pytest

from annotate.analysis.undefined import defined
from annotate.kinds import InvalidValueError, Stimulus
from annotate.kinds.capabilities import Judges
from annotate.kinds.judging import JudgedItem, JudgedStudy, Judgement, Judgements, Reason
from annotate.kinds.ranking.kind import RankingKind
from annotate.kinds.ranking.model import MAX_TEXTS, RankingAnswer
from annotate.kinds.ranking.study import Ranked, RankingStudy

KIND = RankingKind()
DESIGN = RankingStudy()
THREE = Stimulus(width=640, height=427, about={"texts": ["A kite.", "A red kite.", "A bird."]})


def ranking(*ranks: int | None, why: str = "") -> RankingAnswer:
    return KIND.parse({"ranks": ranks, "justification": why})


def problems(given: RankingAnswer, **settings: Any) -> list[tuple[str, str]]:
    found = KIND.problems(given, THREE, KIND.parse_settings(settings))
    return [(one.code, one.path) for one in found]


def study_of(*said: tuple[int, int, list[int]]) -> JudgedStudy[Ranked]:
    """Return a study of A, B and C: who (the second) ranked which item (the first) how."""
    judgements = [
        Judgement(item, rater, Ranked(tuple(ranks), "Because."), (0, 1, 2))
        for item, rater, ranks in said
    ]
    items = {item: JudgedItem(item, (0, 1, 2)) for item, _, _ in said}
    return JudgedStudy("S", ["A", "B", "C"], [], items, Judgements(judgements), dict)


# --- What is answered ---------------------------------------------------------------------------


def test_it_is_about_texts_of_others() -> None:
    assert isinstance(KIND, Judges)


def test_a_question_is_asked_ties_are_allowed_and_reasons_optional() -> None:
    settings = KIND.parse_settings({})
    assert settings.question == "Which text describes the image best?"
    assert (settings.help, settings.ties, settings.justification) == ("", True, "optional")


@pytest.mark.parametrize("setting", [{"question": " "}, {"ties": "yes"}, {"justification": "no"}])
def test_settings_are_checked(setting: dict[str, Any]) -> None:
    with pytest.raises(InvalidValueError):
        KIND.parse_settings(setting)


@pytest.mark.parametrize("rank", [0, -1, 1.5, "1", True, MAX_TEXTS + 1])
def test_a_rank_is_a_whole_number_from_one(rank: object) -> None:
    with pytest.raises(InvalidValueError) as caught:
        KIND.parse({"ranks": [rank]})
    assert caught.value.problems[0].path.startswith("ranks[0]")


@pytest.mark.parametrize("ranks", [(1, 2, 3), (3, 1, 2), (1, 1, 2), (2, 1, 2), (1, 1, 1)])
def test_ranks_without_gaps_can_be_submitted_tied_or_not(ranks: tuple[int, ...]) -> None:
    assert problems(ranking(*ranks)) == []


def test_a_draft_need_not_rank_everything_but_a_submission_must() -> None:
    half = KIND.parse_draft({"ranks": [1, None, 3]})
    assert problems(half) == [("rank_missing", "ranks[1]")]
    assert problems(KIND.empty) == [("rank_missing", f"ranks[{place}]") for place in range(3)]


def test_a_rank_of_no_text_is_refused() -> None:
    assert problems(ranking(1, 2, 3, 4)) == [("unknown_text", "ranks[3]")]


def test_a_gap_is_told_at_each_rank_that_comes_after_it() -> None:
    assert problems(ranking(1, 3, 3)) == [("rank_gap", "ranks[1]"), ("rank_gap", "ranks[2]")]
    assert problems(ranking(2, 2, 2)) == [("rank_gap", f"ranks[{place}]") for place in range(3)]


def test_ties_are_refused_where_the_study_wants_none() -> None:
    assert problems(ranking(2, 1, 2), ties=False) == [("rank_tied", "ranks[2]")]
    assert problems(ranking(3, 1, 2), ties=False) == []


def test_reasons_are_needed_only_where_they_are_asked_for() -> None:
    missing = [("justification_missing", "justification")]
    assert problems(ranking(1, 2, 3), justification="required") == missing
    assert problems(ranking(1, 2, 3, why="It is true."), justification="required") == []
    assert problems(ranking(1, 2, 3), justification="off") == []


def test_texts_that_are_not_texts_leave_nothing_to_rank() -> None:
    """Catches a crash where a recipe has something else ranked."""
    other = Stimulus(width=640, height=427, about={"text": "One description."})
    found = KIND.problems(ranking(1), other, KIND.parse_settings({}))
    assert [one.code for one in found] == ["unknown_text"]


# --- What several answers say -------------------------------------------------------------------


def test_together_they_give_each_text_its_mean_rank() -> None:
    """1 2 3, and 1 for the last with the others tied: places 2 and 3, so 2.5 each."""
    decided = KIND.aggregate([ranking(1, 2, 3), ranking(2, 2, 1)], KIND.parse_settings({}))
    assert decided is not None
    assert decided.kept
    assert decided.numbers == {"answers": 2, "mean_ranks": [1.75, 2.25, 2.0]}


def test_agreement_counts_ties_and_pairs_of_people_with_the_same_order() -> None:
    """Two of three rank a b c, the third ties a and b: W = 186/198, as worked in `kendall_w`."""
    items = [[ranking(1, 2, 3), ranking(1, 2, 3), ranking(1, 1, 2)]]
    found = {one.name: defined(one.value) for one in KIND.agreement(items, KIND.parse_settings({}))}
    assert found["kendall_w"] == pytest.approx(186 / 198)
    assert found["same_order"] == pytest.approx(1 / 3)
    assert 0 < (found["alpha"] or 0) < 1


# --- What comes of a study ----------------------------------------------------------------------


def test_an_answer_is_told_by_source_however_the_texts_were_shown() -> None:
    """Shown were C, A, B; C was put last, A first."""
    found = DESIGN.decode('{"ranks": [3, 1, 2], "justification": "So."}', (2, 0, 1))
    assert found == Ranked((1, 2, 3), "So.")
    assert DESIGN.case_answer(found).model_dump() == {"ranks": [1, 2, 3], "justification": "So."}


def test_two_people_disagree_where_they_put_a_pair_in_opposite_orders() -> None:
    one = dict((key, score) for key, _, score in DESIGN.scores_of(Ranked((1, 2, 2), "")))
    other = dict((key, score) for key, _, score in DESIGN.scores_of(Ranked((2, 1, 3), "")))
    assert one == {(0, 1): -1, (0, 2): -1, (1, 2): 0}
    assert other == {(0, 1): 1, (0, 2): -1, (1, 2): -1}
    apart = [pair for pair in one if abs(one[pair] - other[pair]) >= DESIGN.disagreement]
    assert apart == [(0, 1)]


def test_results_are_mean_ranks_wins_of_pairs_and_agreement() -> None:
    """Item 1: A B C, A B C, and (A B) C; item 2: C (A B) by one person alone.

    Ranks of A: 1, 1, 1.5, 2.5 = 6/4; of B: 2, 2, 1.5, 2.5 = 8/4; of C: 3, 3, 3, 1 = 10/4.
    A beats B twice and is tied with it twice; A beats C three times and loses once, as does B.
    Kendall's W is that of item 1 alone, 186/198.
    """
    found = DESIGN.results(
        study_of((1, 1, [1, 2, 3]), (1, 2, [1, 2, 3]), (1, 3, [1, 1, 2]), (2, 1, [2, 2, 1]))
    )
    assert (found.items, found.ratings, found.raters) == (2, 4, 3)
    assert [each.mean_rank.value for each in found.by_source] == [1.5, 2.0, 2.5]
    assert [each.n for each in found.by_source] == [4, 4, 4]
    assert [(each.wins, each.losses, each.ties) for each in found.pairs] == [
        (2, 0, 2),
        (3, 1, 0),
        (3, 1, 0),
    ]
    assert found.agreement.kendall_w == pytest.approx(186 / 198)
    assert found.agreement.items == 1
    header, first, second, _ = DESIGN.table_rows(found)
    assert header[5:9] == ("before A", "tied with A", "before B", "tied with B")
    assert first[:3] == ("A", 4, 1.5)
    assert first[5:] == (None, None, 2, 2, 3, 0)
    assert second[5:] == (0, 2, None, None, 3, 0)


def test_a_study_in_which_nobody_has_ranked_says_why_it_has_no_figures() -> None:
    found = DESIGN.results(study_of())
    assert [each.mean_rank.value for each in found.by_source] == [None] * 3
    assert found.by_source[0].mean_rank.why
    assert (found.agreement.kendall_w, found.agreement.alpha) == (None, None)
    assert found.agreement.alpha_why
    assert found.agreement.kendall_w_why == Reason(
        message="No item was ranked by two people.", message_code="no_item_ranked_twice", params={}
    )
    assert "--" in "".join(DESIGN.latex(found))
    assert len(DESIGN.report_tables("S", found)) == 3


def test_sources_are_printed_so_that_latex_takes_them() -> None:
    found = DESIGN.results(study_of((1, 1, [1, 2, 3])))
    named = found.model_copy(update={"sources": ["A & B", "50%", "C_1"]})
    text = "\n".join(DESIGN.latex(named))
    assert r"A \& B & 50\% & 1 & 0 & 0 \\" in text
