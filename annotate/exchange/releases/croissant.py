"""Croissant metadata of a release (mlcommons.org/croissant, 1.0), for tools that load datasets."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from annotate.exchange.models import Release
from annotate.exchange.releases.folder import WrittenFile

CROISSANT = "croissant.json"
# Of fields: name, place, type and meaning.
Parts = tuple[tuple[str, str, str, str], ...]

# The terms of the standard's own context, most of which are called the same.
_TERMS = """citeAs column equivalentProperty extract field fileObject fileProperty fileSet format
includes isLiveDataset jsonPath key md5 parentField path recordSet references regex repeated replace
samplingRate separator source subField transform"""
_CONTEXT: Mapping[str, Any] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "conformsTo": "dct:conformsTo",
    "cr": "http://mlcommons.org/croissant/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "rai": "http://mlcommons.org/croissant/RAI/",
    "sc": "https://schema.org/",
    **{term: f"cr:{term}" for term in _TERMS.split()},
}
_TYPES = {
    ".jsonl": "application/jsonlines",
    ".json": "application/json",
    ".md": "text/markdown",
    ".parquet": "application/x-parquet",
    ".zip": "application/zip",
}
# The fields of a record that are plain values: name, key in the line, type, meaning.
_SAMPLE: Parts = (
    ("key", "image/key", "sc:Text", "The external id of the image."),
    ("file_name", "image/name", "sc:Text", "The file name of the image as it was imported."),
    ("image_sha256", "image/sha256", "sc:Text", "SHA-256 of the original image file."),
    ("width", "image/width", "sc:Integer", "Pixels of the upright image."),
    ("height", "image/height", "sc:Integer", "Pixels of the upright image."),
    ("split", "image/split", "sc:Text", "train, val, test or nothing."),
    ("description", "IIW", "sc:Text", "The final description, where the recipe asks for one."),
)
# The lists of a record: their name and meaning, and of each entry: name, place, type, meaning.
_LISTS: tuple[tuple[str, str, Parts], ...] = (
    (
        "objects",
        "The final objects, most salient first.",
        (
            ("label", "label", "sc:Text", "As typed."),
            ("description", "description", "sc:Text", "What was said about it."),
            ("x", "box.x", "sc:Float", "Of its box, in pixels of the upright image."),
            ("y", "box.y", "sc:Float", "Of its box, in pixels of the upright image."),
            ("width", "box.width", "sc:Float", "Of its box, in pixels of the upright image."),
            ("height", "box.height", "sc:Float", "Of its box, in pixels of the upright image."),
        ),
    ),
    (
        "rounds",
        "Every seed and every round, in order.",
        (
            ("stage", "stage", "sc:Text", "Which stage of the recipe it answers."),
            ("kind", "kind", "sc:Text", "What was asked."),
            ("index", "index", "sc:Integer", "The round or replica; 0 is a seed."),
            ("origin", "origin", "sc:Text", "person, model or import."),
            ("annotator", "annotator", "sc:Text", "Which person, by a number of the project."),
            ("producer", "producer", "sc:Text", "Which model version or source."),
            ("text", "answer.text", "sc:Text", "The text, where one was asked for."),
            (
                "similarity",
                "measures.from_base.jaccard_1",
                "sc:Float",
                "Jaccard similarity of words to the text it started from.",
            ),
            ("created_at", "created_at", "sc:Text", "In UTC, to the second."),
        ),
    ),
)
_DIGEST: Parts = (
    ("key", "key", "sc:Text", "The external id of the image."),
    ("sha256", "sha256", "sc:Text", "SHA-256 of the sample's line of the records."),
)


def metadata(
    release: Release, files: Iterable[WrittenFile], last_day: str | None
) -> dict[str, Any]:
    """The document; it names every file with its digest."""
    described = release.description or release.project.description
    return {
        "@context": _CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "name": release.name,
        "version": release.version,
        "description": described or f"{release.name}: images with what people said about them.",
        "distribution": [_file(file) for file in sorted(files)],
        "recordSet": [
            _records("samples", "records.jsonl", _SAMPLE, _LISTS),
            _records("digests", "samples.jsonl", _DIGEST),
        ],
        **dict(_where_known(release, last_day)),
    }


def _where_known(release: Release, last_day: str | None) -> Iterator[tuple[str, str]]:
    if release.licence:
        yield "license", release.licence
    if release.citation:
        yield "citeAs", release.citation
    if last_day:
        # The day of the last answer: the day of freezing would make equal work unequal.
        yield "dateModified", last_day


def _file(file: WrittenFile) -> dict[str, Any]:
    suffix = file.path[file.path.rindex(".") :]
    return {
        "@id": file.path,
        "@type": "cr:FileObject",
        "contentSize": f"{file.size_bytes} B",
        "contentUrl": file.path,
        "encodingFormat": _TYPES.get(suffix, "application/octet-stream"),
        "name": file.path,
        "sha256": file.sha256,
    }


def _records(
    name: str,
    file: str,
    fields: Parts,
    lists: Iterable[tuple[str, str, Parts]] = (),
) -> dict[str, Any]:
    return {
        "@id": name,
        "@type": "cr:RecordSet",
        "field": [
            _field(f"{name}/{field}", type_, meaning, _source(file, column))
            for field, column, type_, meaning in fields
        ]
        + [_list(name, file, *of) for of in lists],
        "key": {"@id": f"{name}/key"},
        "name": name,
    }


def _field(id_: str, type_: str, meaning: str, source: dict[str, Any]) -> dict[str, Any]:
    return {
        "@id": id_,
        "@type": "cr:Field",
        "dataType": type_,
        "description": meaning,
        "name": id_.rpartition("/")[2],
        "source": source,
    }


def _source(file: str, column: str, **more: Any) -> dict[str, Any]:
    return {"extract": {"column": column}, "fileObject": {"@id": file}} | more


def _list(records: str, file: str, name: str, meaning: str, parts: Parts) -> dict[str, Any]:
    """A list in a line, each entry with these parts."""
    id_ = f"{records}/{name}"
    fields = (
        _field(
            f"{id_}/{part}", type_, about, _source(file, name, transform={"jsonPath": f"$.{path}"})
        )
        for part, path, type_, about in parts
    )
    return {
        "@id": id_,
        "@type": "cr:Field",
        "description": meaning,
        "name": name,
        "repeated": True,
        "subField": [field | {"repeated": True} for field in fields],
    }
