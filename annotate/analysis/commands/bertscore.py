"""``bertscore``: how near captions are to references by the vectors of their tokens."""

import argparse
import csv
from pathlib import Path
from typing import TextIO

from annotate.analysis.captions.bertscore import (
    Match,
    Weigh,
    alike,
    bert_score,
    idf_of,
    rescaled,
)
from annotate.analysis.commands.base import Command, InputError, open_text, text_of, texts_of
from annotate.analysis.commands.lent import Scored, add_model, in_parts, lent, show
from annotate.analysis.commands.sources import Source, add_against, read_sources
from annotate.analysis.embedding import Embedder
from annotate.analysis.undefined import Undefined
from annotate.messages import Message

_TITLES = {"precision": "BERTScore P", "recall": "BERTScore R", "f1": "BERTScore F1"}
_ASSUMPTIONS = (
    "Of several references the best precision, recall and F1 are taken, each by itself, as in the"
    " authors' program. Texts without a token have no score and are left out.",
    "Scores of different models, layers and weights do not compare. Without a baseline file they"
    " are not rescaled and lie close together.",
)
_NO_TOKENS = Undefined(Message("no_text_with_tokens"))


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, help='JSON: [{"candidate": "…", "references": ["…"]}]')
    add_model(parser)
    add_against(parser)
    parser.add_argument("--layer", type=int, help="whose vectors (that which the authors chose)")
    parser.add_argument(
        "--idf", action="store_true", help="rare tokens weigh more, by FILE's references"
    )
    parser.add_argument(
        "--baseline", type=Path, metavar="CSV", help="rescale by the authors' file: LAYER,P,R,F"
    )
    parser.add_argument("--json", action="store_true", help="everything, as JSON")


def _run(options: argparse.Namespace, out: TextIO) -> None:
    sources = read_sources(options)
    for source in sources:
        for place, item in enumerate(source.items):
            text_of(item, "candidate", source.where(place))
            texts_of(item, "references", source.where(place))
    model = lent(options)
    layer = model if isinstance(model, Undefined) else _layer(model, options.layer)
    assumptions = [*_ASSUMPTIONS]
    scored = []
    if isinstance(model, Undefined) or isinstance(layer, Undefined):
        why = model if isinstance(model, Undefined) else layer
        assert isinstance(why, Undefined)  # noqa: S101 - for the type checker
        scored = [Scored(source, dict.fromkeys(_TITLES, why)) for source in sources]
    else:
        weigh = _weights(sources[0], model) if options.idf else alike
        baseline = _baseline(options.baseline, layer) if options.baseline else None
        scored = [Scored(each, _columns(each, model, layer, weigh, baseline)) for each in sources]
        weights = "by their idf" if options.idf else "alike"
        assumptions.append(
            f"Vectors are of layer {layer} of {model.layers}; tokens weigh {weights}."
        )
    show(scored, model, _TITLES, assumptions, options.json, out)


def _layer(model: Embedder, chosen: int | None) -> int | Undefined:
    if chosen is None:
        return model.usual_layer
    if not 0 <= chosen <= model.layers:
        raise InputError(f"--layer must lie between 0 and {model.layers}, not {chosen}.")
    return chosen


def _weights(source: Source, model: Embedder) -> Weigh:
    return idf_of(model.token_ids([text for item in source.items for text in item["references"]]))


def _baseline(path: Path, layer: int) -> Match:
    rows = csv.DictReader(open_text(path))
    for row in rows:
        try:
            if int(row["LAYER"]) == layer:
                return Match(float(row["P"]), float(row["R"]), float(row["F"]))
        except (KeyError, TypeError, ValueError):
            raise InputError(f"{path}: line {rows.line_num} has no LAYER,P,R,F.") from None
    raise InputError(f"{path}: there is no layer {layer}.")


def _columns(
    source: Source, model: Embedder, layer: int, weigh: Weigh, baseline: Match | None
) -> dict[str, list[float | None] | Undefined]:
    matches: list[Match | None] = []
    for places in in_parts(len(source.items), 32):
        items = [source.items[place] for place in places]
        texts = [text for item in items for text in (item["candidate"], *item["references"])]
        tokens = model.tokens(texts, layer=layer)
        if isinstance(tokens, Undefined):
            return dict.fromkeys(_TITLES, tokens)
        of_each = iter(tokens)
        for item in items:
            candidate = next(of_each)
            references = [next(of_each) for _ in item["references"]]
            matches.append(bert_score(candidate, references, weigh=weigh))
    if not any(matches):
        return dict.fromkeys(_TITLES, _NO_TOKENS)
    final = [rescaled(each, baseline) if each and baseline else each for each in matches]
    return {name: [getattr(each, name) if each else None for each in final] for name in _TITLES}


COMMAND = Command(
    name="bertscore",
    summary="how near captions are to references, by the vectors of a language model",
    description=(
        "BERTScore (Zhang et al. 2020): precision, recall and F1 by a model on this machine, not\n"
        "rescaled unless a baseline file is given. A server of embeddings does not do: the usual\n"
        "form, /v1/embeddings, gives a vector of a text, and this needs one of each token."
    ),
    add_arguments=_add_arguments,
    run=_run,
)
