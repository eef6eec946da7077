"""Chance that can be repeated: the same draw for the same seed and names, for ever."""

from annotate.analysis.randomness import draw, generator


def test_a_draw_depends_on_the_seed_and_the_names_alone() -> None:
    assert draw(7, "task", 1) == draw(7, "task", 1)
    others = {draw(8, "task", 1), draw(7, "task", 2), draw(7, "text", 1), draw(7, "task1")}
    assert len(others | {draw(7, "task", 1)}) == 5


def test_draws_fit_the_column_and_are_spread() -> None:
    drawn = [draw(1, number) for number in range(2000)]
    assert all(0 <= each < 2**63 for each in drawn)
    assert len(set(drawn)) == 2000
    upper = sum(each >= 2**62 for each in drawn)
    assert 900 < upper < 1100


def test_a_draw_is_the_same_for_ever() -> None:
    """The order of every running project hangs on this number."""
    assert draw(7, 1, "objects", 1) == draw(7, "1", "objects", "1")
    assert draw(7, 1, "objects", 1) == 2_686_954_817_249_098_631


def test_a_generator_can_be_repeated() -> None:
    assert generator(7, "texts", 1).sample(range(100), 5) == generator(7, "texts", 1).sample(
        range(100), 5
    )
