"""How texts of a source fit their images and their references by the vectors of a model.

The figures are those of the commands ``clipscore`` and ``bertscore`` (Hessel et al. 2021, Zhang et
al. 2020; IIW Tables 11 and 12), text by text, so that sources stand side by side.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from annotate.analysis.captions.bertscore import Match, bert_score
from annotate.analysis.captions.clipscore import PROMPT, clip_scores, ref_clip_scores
from annotate.analysis.embedding import Embedder, Vectors
from annotate.analysis.text_reports import Column, Measured, Text, measured, without
from annotate.analysis.undefined import Undefined
from annotate.messages import Message

CLIP = ("clipscore", "refclipscore", "clip_items", "clip_referenced", "clip_left_out", "clip_cut")
MATCHES = {"bert_f1": "f1", "bert_precision": "precision", "bert_recall": "recall"}
BERT = (*MATCHES, "bert_items", "bert_left_out", "bert_cut")

_NO_IMAGE = Undefined(Message("no_image_of_the_project"))
_NONE_SHARED = Undefined(Message("no_image_in_references"))
_NO_TOKENS = Undefined(Message("no_text_with_tokens"))
_CLIP_AT_ONCE, _BERT_AT_ONCE = 256, 32


def fit_of_images(
    texts: Sequence[Text],
    images: Mapping[str, Vectors] | Undefined,
    model: Embedder | Undefined,
    references: Mapping[str, Sequence[str]] | Undefined,
    tell: Callable[[], None] = lambda: None,
) -> Measured:
    """Return CLIPScore of texts, and RefCLIPScore of those whose image has references.

    Both are means over texts, CLIPScore in [0, 2.5]. ``clip_cut`` counts texts that are longer than
    the model reads, whose ends are not scored.

    Args:
        images: the vector of each image, a row by itself; texts of others are left out, counted.
        references: texts by image, or why there are none.
        tell: called after each part of the texts, which may take long.
    """
    if isinstance(model, Undefined):
        return without(CLIP, model)
    if isinstance(images, Undefined):
        return without(CLIP, images)
    places = [place for place, text in enumerate(texts) if text.image in images]
    if not places:
        return without(CLIP, _NO_IMAGE)
    known = {} if isinstance(references, Undefined) else references
    fit: list[float | None] = [None] * len(texts)
    referenced: list[float | None] = [None] * len(texts)
    cut = 0
    for some in _parts(places, _CLIP_AT_ONCE):
        before = model.cut
        rows = model.texts([PROMPT + texts[place].text for place in some])
        cut += model.cut - before
        if isinstance(rows, Undefined):
            return without(CLIP, rows)
        scores = clip_scores(np.vstack([images[texts[place].image] for place in some]), rows)
        for place, score in zip(some, scores.tolist(), strict=True):
            fit[place] = score
        _referenced(texts, some, scores, rows, known, model, referenced)
        tell()
    number = sum(score is not None for score in referenced)
    why = references if isinstance(references, Undefined) else _NONE_SHARED
    found = measured(
        {
            "clip_items": len(places),
            "clip_left_out": len(texts) - len(places),
            "clip_cut": cut,
            "clipscore": _mean(fit, _NO_IMAGE),
            "clip_referenced": number,
            "refclipscore": _mean(referenced, why),
        },
        {"clipscore": fit, "refclipscore": referenced},
    )
    return replace(found, model=about(model))


def _referenced(
    texts: Sequence[Text],
    some: Sequence[int],
    scores: Vectors,
    rows: Vectors,
    references: Mapping[str, Sequence[str]],
    model: Embedder,
    column: list[float | None],
) -> None:
    """Write RefCLIPScore of the texts whose image has references into the column."""
    having = [at for at, place in enumerate(some) if references.get(texts[place].image)]
    against = [references[texts[some[at]].image] for at in having]
    if not having:
        return
    of_all = model.texts([PROMPT + text for own in against for text in own])
    if isinstance(of_all, Undefined):  # it had vectors of texts a moment ago
        return
    of_each = np.split(of_all, np.cumsum([len(own) for own in against])[:-1])
    found = ref_clip_scores(scores[having], rows[having], of_each)
    for at, score in zip(having, found.tolist(), strict=True):
        column[some[at]] = score


def nearness(
    texts: Sequence[Text],
    references: Mapping[str, Sequence[str]] | Undefined,
    model: Embedder | Undefined,
    tell: Callable[[], None] = lambda: None,
) -> Measured:
    """Return BERTScore of texts against all references of their image: means over texts.

    Not rescaled, of the layer that the authors chose; of several references the best of each.
    Texts of images without references are left out and counted, and so are texts without a token.
    """
    if isinstance(model, Undefined):
        return without(BERT, model)
    if isinstance(references, Undefined):
        return without(BERT, references)
    layer = model.usual_layer
    if isinstance(layer, Undefined):
        return without(BERT, layer)
    places = [place for place, text in enumerate(texts) if references.get(text.image)]
    if not places:
        return without(BERT, _NONE_SHARED)
    matches: list[Match | None] = [None] * len(texts)
    cut = 0
    for some in _parts(places, _BERT_AT_ONCE):
        against = [references[texts[place].image] for place in some]
        before = model.cut
        own = model.tokens([texts[place].text for place in some], layer=layer)
        cut += model.cut - before
        others = model.tokens([text for one in against for text in one], layer=layer)
        if isinstance(own, Undefined) or isinstance(others, Undefined):
            return without(BERT, own if isinstance(own, Undefined) else _NO_TOKENS)
        of_each = iter(others)
        for place, candidate, one in zip(some, own, against, strict=True):
            matches[place] = bert_score(candidate, [next(of_each) for _ in one])
        tell()
    number = sum(match is not None for match in matches)
    columns: dict[str, Column] = {
        name: [getattr(match, field) if match else None for match in matches]
        for name, field in MATCHES.items()
    }
    found = measured(
        {
            "bert_items": number,
            "bert_left_out": len(texts) - number,
            "bert_cut": cut,
            **{name: _mean(column, _NO_TOKENS) for name, column in columns.items()},
        },
        columns,
    )
    return replace(found, model=f"{about(model)}, layer {layer} of {model.layers}")


def about(model: Embedder) -> str:
    """Return what a model is called in reports: its name, digest, and libraries' versions."""
    told = model.about
    libraries = [f"{name} {told[name]}" for name in told if name not in ("model", "digest")]
    return ", ".join([f"{told['model']} ({told['digest']})", *libraries])


def _parts(places: Sequence[int], size: int) -> list[Sequence[int]]:
    return [places[start : start + size] for start in range(0, len(places), size)]


def _mean(column: Column, why: Undefined) -> float | Undefined:
    known = [value for value in column if value is not None]
    return sum(known) / len(known) if known else why
