"""Builds an object detector of a few thousand weights, shaped like published ones (YOLOS)."""

from pathlib import Path

from tests.backends.tiny.scenes import SHAPES

SIDE = 64


def build(folder: Path, *, seed: int) -> Path:
    """Write a detector that knows nothing yet, with its processor, into `folder`; return it."""
    import torch
    from transformers import YolosConfig, YolosForObjectDetection
    from transformers.models.yolos.image_processing_pil_yolos import YolosImageProcessorPil

    torch.manual_seed(seed)
    config = YolosConfig(
        hidden_size=32,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=64,
        image_size=[SIDE, SIDE],
        patch_size=16,
        num_detection_tokens=6,
        id2label=dict(enumerate(SHAPES)),
        label2id={shape: number for number, shape in enumerate(SHAPES)},
        initializer_range=0.3,
    )
    model = YolosForObjectDetection(config)
    with torch.no_grad():  # they begin as zeros: every query would say the same
        model.vit.embeddings.detection_tokens.normal_()
        model.vit.embeddings.position_embeddings.normal_()
    model.save_pretrained(folder)
    size = {"height": SIDE, "width": SIDE}
    YolosImageProcessorPil(size=size, do_pad=False).save_pretrained(folder)
    return folder
