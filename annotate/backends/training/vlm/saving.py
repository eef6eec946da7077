"""The model as it is trained, and what is left of it: safetensors, what they are, and a card."""

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from annotate.backends.training.snapshots import Frozen
from annotate.backends.training.vlm.plan import Plan
from annotate.backends.transformers.loading import ABOUT, read_model


def prepared(plan: Plan, *, dtype: Any) -> tuple[Any, Any]:
    settings = plan.settings
    if settings.method == "full":
        model, processor = read_model(plan.base, plan.adapter, dtype=dtype)
    else:
        model, processor = read_model(plan.base, None, dtype=dtype)
        model = _with_adapter(model, plan)
    if settings.save_memory:
        model.activation_checkpointing_enable({"use_reentrant": False})
        model.enable_input_require_grads()
    return model.train(), processor


def trained(model: Any) -> dict[str, Any]:
    return {name: tensor for name, tensor in model.named_parameters() if tensor.requires_grad}


def write(model: Any, processor: Any, plan: Plan, folder: Path) -> str:
    """Write the weights into a folder as safetensors, and say what they are."""
    if plan.settings.method == "lora" and not plan.merge:
        model.save_pretrained(folder)
        return "adapter"
    whole = model.merge_and_unload() if plan.settings.method == "lora" else model
    whole.save_pretrained(folder)
    processor.save_pretrained(folder)
    return "model"


def _with_adapter(model: Any, plan: Plan) -> Any:
    from peft import LoraConfig, PeftModel, get_peft_model

    if plan.adapter is not None:  # an adapter that is trained further keeps its rank
        return PeftModel.from_pretrained(model, plan.adapter, is_trainable=True)
    settings = plan.settings
    config = LoraConfig(
        r=settings.rank,
        lora_alpha=settings.alpha,
        lora_dropout=settings.dropout,
        target_modules="all-linear",
    )
    return get_peft_model(model, config)


CARD = "README.md"


def save(model: Any, processor: Any, plan: Plan, frozen: Frozen, facts: Mapping[str, Any]) -> None:
    kind = write(model, processor, plan, plan.out)
    about = {
        "format": "annotate-vlm/1",
        "kind": kind,
        "base": plan.base_name,
        "base_fingerprint": plan.base_fingerprint,
        "snapshot": frozen.digest,
        "seed": plan.seed,
        "settings": plan.settings.model_dump(mode="json"),
        "weights": {path.name: digest(path) for path in sorted(plan.out.glob("*.safetensors"))},
        "facts": dict(facts),
    }
    (plan.out / ABOUT).write_text(json.dumps(about, indent=1), encoding="utf-8")
    (plan.out / CARD).write_text(card(about, plan, frozen), encoding="utf-8")


def digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def card(about: Mapping[str, Any], plan: Plan, frozen: Frozen) -> str:
    settings, facts = about["settings"], about["facts"]
    tasks = {task: share for task, share in plan.settings.shares().items() if share}
    lines = [
        "---",
        f"base_model: {json.dumps(plan.base_name)}",
        f"library_name: {'peft' if about['kind'] == 'adapter' else 'transformers'}",
        "pipeline_tag: image-text-to-text",
        "---",
        "",
        f"# {plan.base_name}, trained on {frozen.count('train')} annotated images",
        "",
        f"An {about['kind']} that started from {plan.parent}."
        if about["kind"] == "adapter"
        else f"A whole model that started from {plan.parent}.",
        "",
        "## Data",
        "",
        f"Snapshot `{frozen.digest}`: {frozen.count('train')} samples to learn from,"
        f" {frozen.count('held_out')} held out. The texts are final answers of people, who started"
        " from the seeds of models.",
        "",
        "| task | share |",
        "| --- | --- |",
        *(f"| {task} | {share:g} |" for task, share in tasks.items()),
        "",
        "## Training",
        "",
        "| setting | value |",
        "| --- | --- |",
        *(
            f"| {name} | {value} |"
            for name, value in settings.items()
            if name not in plan.settings.shares()
        ),
        f"| seed | {plan.seed} |",
        "",
        "## Figures",
        "",
        "| figure | value |",
        "| --- | --- |",
        *(f"| {name} | {value} |" for name, value in facts.items()),
        "",
        "The quality of its texts on held-out samples is kept with the version, not here.",
        "",
        "## Files",
        "",
        *(f"- `{name}`: SHA-256 `{value}`" for name, value in about["weights"].items()),
        "",
        "## Licence",
        "",
        "The licence of the base model applies to these weights, and whatever was agreed with the",
        "people who made the annotations and with the owners of the images. Nothing here says what",
        "they are.",
        "",
    ]
    return "\n".join(lines)
