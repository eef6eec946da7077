"""Builds a vision-language model of a million weights, shaped like published ones (Idefics3).

What makes so small a model learn at all in a minute: weights drawn five times wider than usual,
and position embeddings that can be told apart from the start.
"""

from pathlib import Path
from typing import Any

from annotate.analysis.text import is_blank
from annotate.backends.training.finetuning import templates
from tests.backends.tiny import scenes

SIDE = 64  # pixels, as the model sees them
PATCH = 8
SHUFFLE = 2  # connector: four patches become one token
IMAGE_TOKENS = (SIDE // PATCH // SHUFFLE) ** 2
SPECIAL = {
    "bos_token": "<|im_start|>",
    "eos_token": "<end_of_utterance>",
    "pad_token": "<pad>",
    "unk_token": "<unk>",
}
IMAGE_SPECIAL = ("<fake_token_around_image>", "<image>", "<global-img>")
# As SmolVLM writes a conversation.
CHAT_TEMPLATE = (
    "<|im_start|>{% for message in messages %}{{ message['role'] | capitalize }}"
    "{% if message['content'][0]['type'] == 'image' %}{{ ':' }}{% else %}{{ ': ' }}{% endif %}"
    "{% for line in message['content'] %}"
    "{% if line['type'] == 'text' %}{{ line['text'] }}"
    "{% elif line['type'] == 'image' %}{{ '<image>' }}{% endif %}{% endfor %}"
    "<end_of_utterance>\n{% endfor %}"
    "{% if add_generation_prompt %}{{ 'Assistant:' }}{% endif %}"
)


def build(folder: Path, *, seed: int, width: int = 128, layers: int = 3) -> Path:
    """Write a model that knows nothing yet, with its processor, into `folder`; return it."""
    import torch

    tokenizer = _tokenizer()
    torch.manual_seed(seed)
    model = _model(tokenizer, width, layers)
    with torch.no_grad():
        model.model.vision_model.embeddings.position_embedding.weight.normal_(0, 0.5)
    model.save_pretrained(folder)
    _processor(tokenizer).save_pretrained(folder)
    return folder


def _tokenizer() -> Any:
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
    from transformers import PreTrainedTokenizerFast

    raw = Tokenizer(models.BPE())
    raw.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    raw.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=700,
        special_tokens=[*SPECIAL.values(), *IMAGE_SPECIAL],
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    raw.train_from_iterator(_texts(), trainer)
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=raw, **SPECIAL, model_max_length=1024)
    tokenizer.add_special_tokens({"additional_special_tokens": list(IMAGE_SPECIAL)})
    return tokenizer


def _texts() -> list[str]:
    asked = [
        templates.DETAILED_DESCRIPTION,
        templates.LABEL_LIST,
        templates.GROUNDED_LABEL_LIST,
        templates.label_prediction(None),
        templates.label_prediction("[1, 2, 3, 4]"),
        templates.object_description(None, ""),
        templates.object_description("[1, 2, 3, 4]", ""),
        templates.grounding("", ""),
        templates.elaboration(""),
    ]
    said = [f" {text}" for text in scenes.sentences_of_all()]
    # Often enough that each word of a question becomes one token.
    return [f"User:{text}\nAssistant:" for text in asked * 20] + said


def _processor(tokenizer: Any) -> Any:
    from transformers import Idefics3Processor
    from transformers.models.idefics3.image_processing_pil_idefics3 import (
        Idefics3ImageProcessorPil,
    )

    pictures = Idefics3ImageProcessorPil(
        do_resize=True,
        size={"longest_edge": SIDE},
        max_image_size={"longest_edge": SIDE},
        do_image_splitting=False,
    )
    return Idefics3Processor(
        image_processor=pictures,
        tokenizer=tokenizer,
        image_seq_len=IMAGE_TOKENS,
        chat_template=CHAT_TEMPLATE,
    )


def _model(tokenizer: Any, width: int, layers: int) -> Any:
    from transformers import Idefics3Config, Idefics3ForConditionalGeneration

    ids = {name: tokenizer.convert_tokens_to_ids(token) for name, token in SPECIAL.items()}
    shared = {"hidden_size": width, "num_hidden_layers": layers, "initializer_range": 0.08}
    config = Idefics3Config(
        image_token_id=tokenizer.convert_tokens_to_ids("<image>"),
        scale_factor=SHUFFLE,
        tie_word_embeddings=True,
        vision_config={
            **shared,
            "intermediate_size": 2 * width,
            "num_attention_heads": 4,
            "image_size": SIDE,
            "patch_size": PATCH,
        },
        text_config={
            **shared,
            "model_type": "llama",
            "vocab_size": len(tokenizer),
            "intermediate_size": 2 * width,
            "num_attention_heads": 4,
            "num_key_value_heads": 4,
            "max_position_embeddings": 1024,
            "pad_token_id": ids["pad_token"],
            "bos_token_id": ids["bos_token"],
            "eos_token_id": ids["eos_token"],
            "tie_word_embeddings": True,
        },
        pad_token_id=ids["pad_token"],
    )
    model = Idefics3ForConditionalGeneration(config)
    model.generation_config.eos_token_id = ids["eos_token"]
    model.generation_config.pad_token_id = ids["pad_token"]
    # However little it was trained, it says something to read: an empty answer would be luck, not a
    # test. Bytes that are no letters on their own could also join into a space or a control.
    model.generation_config.suppress_tokens = _unreadable(tokenizer)
    model.generation_config.begin_suppress_tokens = _unseen(tokenizer)
    return model


def _unseen(tokenizer: Any) -> list[int]:
    """The tokens that leave nothing to read when they stand alone."""
    return [token for token, text in _alone(tokenizer) if is_blank(text)]


def _unreadable(tokenizer: Any) -> list[int]:
    """The tokens that are one byte of a character, or a control."""
    return [
        token
        for token, text in _alone(tokenizer)
        if "\ufffd" in text or (text.strip() and is_blank(text))
    ]


def _alone(tokenizer: Any) -> list[tuple[int, str]]:
    """What each token says when it stands alone; special ones say nothing."""
    return [
        (token, tokenizer.decode([token], skip_special_tokens=True))
        for token in range(len(tokenizer))
    ]
