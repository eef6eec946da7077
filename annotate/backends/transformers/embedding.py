"""Lends the science a model that turns texts and images into vectors: CLIP, BERT and their kin."""

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image, ImageOps

from annotate.analysis.embedding import Embedder, Tokens, Vectors
from annotate.analysis.undefined import Undefined
from annotate.backends.base import BackendError
from annotate.backends.transformers import library, places
from annotate.backends.transformers.loading import OURS_ALONE, first_line
from annotate.messages import Message

AT_ONCE = 32
# The layer that went best with people's judgements (Zhang et al. 2020, App. B), by family and size.
_USUAL_LAYERS = {
    ("bert", 12): 9,
    ("bert", 24): 18,
    ("roberta", 12): 10,
    ("roberta", 24): 17,
    ("distilbert", 6): 5,
}
_NO_IMAGES = Undefined(Message("model_sees_no_images"))
_NO_TEXTS = Undefined(Message("model_has_no_text_vectors"))
_NO_LAYERS = Undefined(Message("model_has_no_token_vectors"))


def lend(name: str, folders: Sequence[Path]) -> Embedder | Undefined:
    """Open the model of this name below one of the folders; undefined with the reason."""
    try:
        folder = places.find(name, folders)
        return LocalEmbedder(folder, places.named(folder, folders))
    except BackendError as error:
        return Undefined(error.entry)


class LocalEmbedder:
    """A model in this process, in full precision: figures are not to hang on the machine.

    Args:
        name: what it is called in results.

    Raises:
        BackendError: a library is missing, or the model cannot be loaded.
    """

    def __init__(self, folder: Path, name: str) -> None:
        torch, transformers = library.load()
        self._torch, self._folder, self._name, self.cut = torch, folder, name, 0
        self._versions = {"torch": torch.__version__, "transformers": transformers.__version__}
        self._device = library.device_of(torch, "auto")
        try:
            self._tokenizer = transformers.AutoTokenizer.from_pretrained(folder, **OURS_ALONE)
            model = transformers.AutoModel.from_pretrained(
                folder, dtype=torch.float32, use_safetensors=True, **OURS_ALONE
            )
        except Exception as fault:  # whatever a folder may hold: figures are undefined then
            message = Message("model_not_loaded", model=folder.name, fault=first_line(fault))
            raise BackendError(message) from fault
        self._model = model.to(self._device).eval()

    @property
    def about(self) -> dict[str, str]:
        return {
            "model": self._name,
            "digest": places.fingerprint(self._folder)[:16],
            **self._versions,
        }

    @property
    def usual_layer(self) -> int | Undefined:
        known = _USUAL_LAYERS.get((self._config.model_type, self.layers))
        return Undefined(Message("no_usual_layer")) if known is None else known

    @property
    def layers(self) -> int:
        return int(getattr(self._config, "num_hidden_layers", 0))

    def texts(self, texts: Sequence[str]) -> Vectors | Undefined:
        if not hasattr(self._model, "get_text_features"):
            return _NO_TEXTS
        parts = [
            self._features(self._model.get_text_features, self._read(batch))
            for batch in _batches(texts)
        ]
        return np.concatenate(parts) if parts else np.empty((0, 0))

    def images(self, paths: Sequence[Path]) -> Vectors | Undefined:
        if not hasattr(self._model, "get_image_features"):
            return _NO_IMAGES
        parts = [self._look(batch) for batch in _batches(paths)]
        return np.concatenate(parts) if parts else np.empty((0, 0))

    def token_ids(self, texts: Sequence[str]) -> list[tuple[int, ...]]:
        return [
            tuple(token for token in ids if token not in self._marks)
            for ids in self._cut_short(texts)["input_ids"]
        ]

    def tokens(self, texts: Sequence[str], *, layer: int) -> list[Tokens] | Undefined:
        if hasattr(self._model, "get_text_features"):
            return _NO_LAYERS
        return [found for batch in _batches(texts) for found in self._tokens(batch, layer)]

    def _tokens(self, texts: Sequence[str], layer: int) -> Iterable[Tokens]:
        inputs = self._read(texts)
        with self._torch.inference_mode():
            outputs = self._model(**inputs, output_hidden_states=True)
        vectors = outputs.hidden_states[layer].double().cpu().numpy()
        there = inputs["attention_mask"].bool().cpu().numpy()
        for ids, rows, real in zip(inputs["input_ids"].tolist(), vectors, there, strict=True):
            own = tuple(token for token, counts in zip(ids, real, strict=True) if counts)
            yield Tokens(own, rows[real], tuple(token in self._marks for token in own))

    @property
    def _config(self) -> Any:
        return getattr(self._model.config, "text_config", self._model.config)

    @cached_property
    def _marks(self) -> frozenset[int]:
        tokenizer = self._tokenizer
        return frozenset(
            own for own in (tokenizer.cls_token_id, tokenizer.sep_token_id) if own is not None
        )

    @cached_property
    def _longest(self) -> int:
        # Such as RoBERTa count positions from behind the padding's own number.
        shifted = self._config.model_type in ("roberta", "xlm-roberta", "camembert")
        beyond = self._config.pad_token_id + 1 if shifted else 0
        positions = int(self._config.max_position_embeddings) - beyond
        return min(positions, int(self._tokenizer.model_max_length))

    @cached_property
    def _processor(self) -> Any:
        import transformers

        try:
            return transformers.AutoImageProcessor.from_pretrained(self._folder, **OURS_ALONE)
        except Exception as fault:  # as above
            message = Message("model_not_loaded", model=self._folder.name, fault=first_line(fault))
            raise BackendError(message) from fault

    def _cut_short(self, texts: Sequence[str], **options: Any) -> Any:
        # The authors' program writes a blank before the first word for this family.
        before = " " if self._config.model_type == "roberta" else ""
        plain = [before + text.strip() for text in texts]
        return self._tokenizer(plain, truncation=True, max_length=self._longest, **options)

    def _read(self, texts: Sequence[str]) -> Any:
        whole = self._tokenizer(list(texts))["input_ids"]
        self.cut += sum(len(ids) > self._longest for ids in whole)
        inputs = self._cut_short(texts, padding=True, return_tensors="pt")
        return inputs.to(self._device)

    def _look(self, paths: Sequence[Path]) -> Vectors:
        pictures = []
        for path in paths:
            with Image.open(path) as picture:
                pictures.append(ImageOps.exif_transpose(picture).convert("RGB"))
        inputs = self._processor(images=pictures, return_tensors="pt").to(self._device)
        return self._features(self._model.get_image_features, inputs)

    def _features(self, embed: Callable[..., Any], inputs: Any) -> Vectors:
        with self._torch.inference_mode():
            outputs = embed(**inputs)
        rows = getattr(outputs, "pooler_output", outputs)
        return np.asarray(rows.double().cpu().numpy())


def _batches(things: Sequence[Any]) -> Iterable[Sequence[Any]]:
    return (things[start : start + AT_ONCE] for start in range(0, len(things), AT_ONCE))
