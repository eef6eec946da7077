"""Parts of harms that join stages have the figures of files of tables, too, to the last digit."""

import json
import tempfile
import tracemalloc
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some

from annotate.analysis.commands import main
from annotate.analysis.harms.graphs import Graph
from annotate.analysis.pieces.graphs import StoredGraphs, pack, unpack
from tests.analysis.pieces.conftest import Told
from tests.analysis.pieces.made import read, table

COCO = "captions/coco_fakecap_first500.json.gz"
IMAGES = 160
ENGINES = {
    "four pieces": ("--piece-rows", "40"),
    "two processes": ("--piece-rows", "40", "--workers", "2"),
    "two workers of Dask": ("--piece-rows", "40", "--engine", "dask", "--scheduler", "{scheduler}"),
}
every_engine = pytest.mark.parametrize("engine", ENGINES.values(), ids=ENGINES, indirect=True)
PATTERNS = ("--parser", "patterns")

# --- what is stored ----------------------------------------------------------------------------

words = some.text("ab é\ud800", min_size=1, max_size=3)
graphs = some.builds(
    Graph,
    some.frozensets(words, max_size=3),
    some.frozensets(some.tuples(words, words), max_size=3),
    some.frozensets(some.tuples(words, words, words), max_size=3),
)
pieces = some.lists(some.lists(some.tuples(words, graphs), max_size=4), max_size=4)


@given(graphs)
def test_a_packed_graph_is_the_same_again(graph: Graph) -> None:
    assert unpack(pack(graph)) == graph


@given(pieces)
def test_stored_graphs_are_those_held_in_memory_in_the_same_order(
    given_pieces: list[list[tuple[str, Graph]]],
) -> None:
    held: dict[str, list[Graph]] = {}
    with tempfile.TemporaryDirectory() as folder:
        stored = StoredGraphs(Path(folder) / "stage")
        for piece in given_pieces:
            stored.add([(image, pack(graph)) for image, graph in piece])
            for image, graph in piece:
                held.setdefault(image, []).append(graph)
        assert list(stored.items()) == list(held.items())
        assert len(stored) == len(held)
        assert all(image in stored for image in held)
        assert "no image" not in stored
        assert stored.get("no image") is None
        stored.close()


# --- figures -----------------------------------------------------------------------------------


@pytest.fixture
def harms(told: Told) -> Told:
    return lambda *arguments: told("harms", *arguments, *PATTERNS)


@pytest.fixture
def harms_of_files(told_of_files: Told) -> Told:
    return lambda *arguments: told_of_files("harms", *arguments, *PATTERNS)


def lines(path: Path, rows: Iterable[Mapping[str, object]]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return path


@pytest.fixture(scope="module")
def coco(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Images with captions by a system and by people, as JSON lines and as one table of both."""
    folder = tmp_path_factory.mktemp("stages")
    items = read(COCO)["items"][:IMAGES]
    images = [f"image-{at}" for at in range(len(items))]
    people = [item["references"][:5] for item in items]
    named = list(zip(images, items, people, strict=True))
    said = [{"image_id": image, "caption": item["candidate"]} for image, item, _ in named]
    true = [{"image_id": image, "caption": one} for image, _, own in named for one in own]
    columns = {
        "image_id": images,
        "candidate": [item["candidate"] for item in items],
        "references": people,
    }
    groups = [{"image": image, "group": "ab"[at % 2]} for at, image in enumerate(images)]
    return {
        "said": lines(folder / "said.jsonl", said),
        "true": lines(folder / "true.jsonl", true),
        "table": table(folder / "coco.parquet", columns, group=40),
        "groups": lines(folder / "groups.jsonl", groups),
        "boxes": boxes(folder / "boxes.json", images),
    }


def boxes(path: Path, images: list[str]) -> Path:
    """A person and a table in each image, of sizes that differ."""
    annotations = [
        {"image_id": image, "category_id": kind, "bbox": [at % 50, at % 7, 5 + at % side, 60]}
        for at, image in enumerate(images)
        for kind, side in ((1, 41), (2, 37))
    ]
    names = [{"id": 1, "name": "person"}, {"id": 2, "name": "table"}]
    sizes = [{"id": image, "width": 100, "height": 100} for image in images]
    whole = {"images": sizes, "annotations": annotations, "categories": names}
    path.write_text(json.dumps(whole), "utf-8")
    return path


@every_engine
@pytest.mark.parametrize("part", ["absent", "inclusion", "context"])
def test_parts_that_need_a_truth(
    harms: Told,
    harms_of_files: Told,
    coco: dict[str, Path],
    part: str,
    engine: tuple[str, ...],
) -> None:
    groups = ("--groups", coco["groups"])
    expected = harms_of_files(part, coco["said"], "--truth", coco["true"], *groups)
    assert expected["images"] == IMAGES
    columns = ("--text-field", "candidate", "--truth-field", "references")
    found = harms(part, coco["table"], "--truth", coco["table"], *columns, *groups, *engine)
    assert found == expected


@every_engine
def test_identity(
    harms: Told, harms_of_files: Told, coco: dict[str, Path], engine: tuple[str, ...]
) -> None:
    """Intervals of agreement draw images anew, in their order."""
    groups = ("--groups", coco["groups"])
    expected = harms_of_files("identity", f"people={coco['true']}", *groups)
    assert expected["namings"][0]["agreement"]["named_alpha"]["low"] > 0
    named = (f"people={coco['table']}", "--text-field", "references")
    assert harms("identity", *named, *groups, *engine) == expected


@every_engine
def test_people(
    harms: Told, harms_of_files: Told, coco: dict[str, Path], engine: tuple[str, ...]
) -> None:
    shared = ("--groups", coco["groups"], "--boxes", coco["boxes"])
    expected = harms_of_files("people", f"system={coco['said']}", *shared)
    assert 0 < expected["stages"][0]["not_mentioned"]["value"] < 1
    named = (f"system={coco['table']}", "--text-field", "candidate")
    assert harms("people", *named, *shared, *engine) == expected


@every_engine
def test_mentions(
    harms: Told, harms_of_files: Told, coco: dict[str, Path], engine: tuple[str, ...]
) -> None:
    shared = (
        *("--groups", coco["groups"], "--boxes", coco["boxes"], "--pair", "a,b"),
        *("--types", "2", "--splits", "10", "--more-than", "5", "--draws", "10"),
    )
    expected = harms_of_files("mentions", coco["said"], *shared)
    assert any(row["coefficient_over_images"]["value"] for row in expected["rows"])
    field = ("--text-field", "candidate")
    assert harms("mentions", coco["table"], *field, *shared, *engine) == expected


def test_an_image_whose_rows_lie_in_several_pieces_is_joined(
    harms: Told, harms_of_files: Told, coco: dict[str, Path], tmp_path: Path
) -> None:
    """Catches counts of pieces that are added up: the same image would count once for each."""
    rows = [json.loads(line) for line in coco["true"].read_text("utf-8").splitlines()]
    scattered = [row for start in range(5) for row in rows[start::5]]
    columns = {name: [row[name] for row in scattered] for name in ("image_id", "caption")}
    parquet = table(tmp_path / "rows.parquet", columns, group=80)
    plain = lines(tmp_path / "rows.jsonl", scattered)
    field = ("--truth-field", "caption", "--piece-rows", "80")
    expected = harms_of_files("absent", coco["said"], "--truth", plain)
    assert expected["images"] == IMAGES
    assert harms("absent", coco["said"], "--truth", parquet, *field) == expected


def test_a_table_and_a_file_are_one_stage_together(
    harms: Told, harms_of_files: Told, coco: dict[str, Path], tmp_path: Path
) -> None:
    both = ("--truth", coco["true"], "--truth", coco["said"])
    expected = harms_of_files("absent", coco["said"], *both)
    said = [json.loads(line) for line in coco["said"].read_text("utf-8").splitlines()]
    renamed = ({"image_id": row["image_id"], "references": row["caption"]} for row in said)
    plain = lines(tmp_path / "renamed.jsonl", renamed)
    mixed = ("--truth", coco["table"], "--truth", plain, "--truth-field", "references")
    assert harms("absent", coco["said"], *mixed) == expected


@pytest.mark.parametrize(
    ("arguments", "wrong"),
    [
        (("absent", "{said}", "--truth", "{true}", "--workers", "2"), "only tables"),
        (("absent", "{table}", "--truth", "{true}"), "there is no column text"),
        (("identity", "{table}", "--engine", "dask", "--scheduler", "tcp://h:1"), "needs tls://"),
    ],
)
def test_what_cannot_be_read_is_said(
    capsys: pytest.CaptureFixture[str],
    coco: dict[str, Path],
    arguments: tuple[str, ...],
    wrong: str,
) -> None:
    named = {name: str(path) for name, path in coco.items()}
    assert main(["harms", *(each.format(**named) for each in arguments), *PATTERNS]) == 2
    assert wrong in capsys.readouterr().err


def peak(harms: Told, path: Path) -> float:
    """Return the most memory, in MiB, that harms by context of a table took."""
    fields = ("--text-field", "said", "--truth-field", "said", "--piece-rows", "100")
    tracemalloc.start()
    try:
        harms("context", path, "--truth", path, *fields)
        return tracemalloc.get_traced_memory()[1] / (1 << 20)
    finally:
        tracemalloc.stop()


def test_memory_does_not_grow_with_the_table(harms: Told, tmp_path: Path) -> None:
    """Catches graphs of all images that are held at once."""
    real = [item["candidate"] for item in read(COCO)["items"][:100]]

    def repeated(times: int) -> Path:
        columns = {"id": [str(at) for at in range(100 * times)], "said": real * times}
        return table(tmp_path / f"{times}.parquet", columns, group=100)

    few, many = repeated(3), repeated(18)
    peak(harms, few)  # what is loaded once
    assert peak(harms, many) < 1.3 * peak(harms, few)
