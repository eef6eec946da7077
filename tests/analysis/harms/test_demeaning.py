"""Demeaning words lie between two bounds, and a list that is missing is no zero."""

import json
from pathlib import Path
from typing import Any

import pytest

from annotate.analysis.commands import main
from annotate.analysis.harms.demeaning import demeaning_words, identity_nouns
from annotate.analysis.harms.graphs import Graph
from annotate.analysis.harms.lists import Demeaning, demeaning, list_data, synsets_of_file
from annotate.analysis.harms.patterns import PatternParser
from annotate.analysis.harms.synsets import Meanings
from annotate.analysis.undefined import Undefined


def judged(word: str, listed: set[str], known: Meanings) -> tuple[bool, bool, bool]:
    synsets = frozenset(filter(None, map(known.id_of, listed)))
    lists = Demeaning(frozenset(), frozenset(), synsets)
    found = list(demeaning_words(Graph(frozenset([word])), known, lists))
    return (found[0].lower, found[0].estimate, found[0].upper) if found else (False,) * 3


def test_the_bounds_ask_for_all_the_most_common_and_any_synset(known: Meanings) -> None:
    cow = [f"cow.n.0{number}" for number in (1, 2, 3)]
    all_of_them = set(map(known.name_of, known.senses("cow", "object").all))
    assert judged("cow", all_of_them, known) == (True, True, True)
    assert judged("cow", {cow[0]}, known) == (False, True, True)
    assert judged("cow", all_of_them - {cow[0]}, known) == (False, False, True)
    assert judged("cow", {"dog.n.01"}, known) == (False, False, False)


def test_without_a_list_of_nouns_no_noun_is_judged(known: Meanings) -> None:
    lists = demeaning(known)
    assert isinstance(lists.objects, Undefined)
    graph = Graph(frozenset(["hat", "cow"]), frozenset([("hat", "stylish"), ("hat", "red")]))
    [word] = demeaning_words(graph, known, lists)
    assert (word.word, word.kind, word.estimate) == ("stylish", "attribute", True)


def test_words_that_the_image_itself_has_are_told_apart(known: Meanings) -> None:
    graph = Graph(attributes=frozenset([("sign", "crazy")]))
    lists = demeaning(known)
    assert [word.quoted for word in demeaning_words(graph, known, lists)] == [False]
    assert [word.quoted for word in demeaning_words(graph, known, lists, {"crazy"})] == [True]


def test_female_is_a_noun_only_where_it_stands_for_somebody(parser: PatternParser) -> None:
    assert identity_nouns(parser.parse("A female walks into the room.")) == ["female"]
    assert identity_nouns(parser.parse("Two females sit on a bench.")) == ["female"]
    assert identity_nouns(parser.parse("A female surfer rides a wave.")) == []


def test_a_file_of_synsets_names_them_either_way(known: Meanings) -> None:
    text = "# unsafe\n\nn02084071\tdog\ncow.n.01  # offensive\n"
    assert synsets_of_file(text, known) == {"n02084071", known.id_of("cow.n.01")}
    with pytest.raises(ValueError, match="line 2: nonsense"):
        synsets_of_file("n02084071\nnonsense\n", known)


@pytest.mark.parametrize("name", ["people_descriptors", "visual_verbnet"])
def test_every_list_has_its_source_and_licence(name: str) -> None:
    assert all(list_data(name)[field] for field in ("source", "licence", "version"))


def report(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert main(["harms", *arguments, "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_the_command_says_what_is_missing_and_gives_no_zero(
    tmp_path: Path, known: Meanings, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [{"image_id": 1, "caption": "A crazy dog."}, {"image_id": 2, "caption": "A dog."}]
    (tmp_path / "texts.json").write_text(json.dumps({"annotations": rows}), "utf-8")
    (tmp_path / "nouns.txt").write_text("dog.n.01\n", "utf-8")
    texts = str(tmp_path / "texts.json")
    bare = report(capsys, "demeaning", texts)
    assert bare["objects"] is None
    assert "list of demeaning nouns is missing" in bare["undefined"]["objects"]
    assert bare["attributes"]["estimate"]["count"] == 1
    full = report(capsys, "demeaning", texts, "--nouns", str(tmp_path / "nouns.txt"))
    assert full["objects"]["estimate"]["count"] == 2
    assert full["objects"]["lower"]["count"] == 0
    assert full["undefined"] == {}
    assert full["assumptions"]


def test_the_graphs_command_prints_its_own_measure(
    known: Meanings, capsys: pytest.CaptureFixture[str]
) -> None:
    gold = Path(__file__).parents[1] / "data" / "harms" / "graphs.jsonl"
    found = report(capsys, "graphs", "--gold", str(gold))
    assert set(found["groups"]) == {"tuning", "held_out", "all"}
    assert 0.9 < found["groups"]["held_out"]["objects"]["f1"]["value"] < 1
    assert found["parser"]["version"]
    by_type = found["groups"]["held_out"]["relations_by_type"]
    assert by_type["possession"]["recall"]["n"] == 45
    assert found["groups"]["tuning"]["relations_by_type"]["other"]["precision"]["undefined"]
    assert main(["harms", "graphs", "--gold", str(gold)]) == 0
    assert "verb_preposition" in capsys.readouterr().out


def test_a_file_that_is_none_is_named(
    tmp_path: Path, known: Meanings, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "texts.json").write_text("[{]", "utf-8")
    assert main(["harms", "demeaning", str(tmp_path / "texts.json")]) == 2
    assert "texts.json" in capsys.readouterr().err
