"""Builds a CLIP and a BERT of a few thousand weights, with the words that tests write."""

import string
from pathlib import Path
from typing import Any

SIDE = 32
WORDS = ["a", "photo", "depicts", "red", "blue", "kite", "ball", "dog", "over", "sea", "the", "two"]
MARKS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"]
VOCABULARY = {word: at for at, word in enumerate([*MARKS, *WORDS, *string.punctuation])}


def tokenizer(longest: int) -> Any:
    """Return a tokenizer of whole words that marks where a text begins and ends."""
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors
    from transformers import PreTrainedTokenizerFast

    words = Tokenizer(models.WordLevel(VOCABULARY, unk_token="[UNK]"))
    words.normalizer = normalizers.Lowercase()
    words.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    words.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    return PreTrainedTokenizerFast(
        tokenizer_object=words,
        model_max_length=longest,
        pad_token="[PAD]",
        unk_token="[UNK]",
        cls_token="[CLS]",
        sep_token="[SEP]",
        eos_token="[SEP]",
    )


_SIZE = {
    "hidden_size": 16,
    "intermediate_size": 32,
    "num_hidden_layers": 3,
    "num_attention_heads": 2,
    "initializer_range": 0.4,
}


def bert(folder: Path, *, seed: int) -> Path:
    """Write a language model that knows nothing into `folder`; return it."""
    import torch
    from transformers import BertConfig, BertModel

    torch.manual_seed(seed)
    config = BertConfig(vocab_size=len(VOCABULARY), max_position_embeddings=24, **_SIZE)
    BertModel(config).save_pretrained(folder)
    tokenizer(24).save_pretrained(folder)
    return folder


def clip(folder: Path, *, seed: int) -> Path:
    """Write a CLIP that knows nothing, with its processor, into `folder`; return it."""
    import torch
    from transformers import CLIPConfig, CLIPModel
    from transformers.models.clip.image_processing_pil_clip import CLIPImageProcessorPil

    torch.manual_seed(seed)
    marks = {"pad_token_id": 0, "bos_token_id": 2, "eos_token_id": 3}
    text = {**_SIZE, **marks, "vocab_size": len(VOCABULARY), "max_position_embeddings": 12}
    vision = {**_SIZE, "image_size": SIDE, "patch_size": 8}
    config = CLIPConfig(
        text_config={**text, "projection_dim": 8},
        vision_config={**vision, "projection_dim": 8},
        projection_dim=8,
    )
    model = CLIPModel(config)
    with torch.no_grad():  # as drawn, all texts and all images point the same way
        for weights in model.parameters():
            if weights.dim() > 1:
                weights.normal_(std=0.4)
    model.save_pretrained(folder)
    size = {"shortest_edge": SIDE}
    crop = {"height": SIDE, "width": SIDE}
    CLIPImageProcessorPil(size=size, crop_size=crop).save_pretrained(folder)
    tokenizer(12).save_pretrained(folder)
    return folder
