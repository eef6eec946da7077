"""The model as it is trained: whole, or with an adapter of which alone is learned."""

from pathlib import Path
from typing import Any

from annotate.backends.training.vlm.plan import Plan
from annotate.backends.transformers.loading import read_model


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
    return {name: each for name, each in model.named_parameters() if each.requires_grad}


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
