"""Where a training was: weights and optimizer as safetensors, the rest as JSON. Nothing else.

    work/checkpoint-00000120/   trained.safetensors, optimizer.safetensors, state.json

Random states are not kept: each step begins with a seed of its own.
"""

import json
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

WEIGHTS, OPTIMIZER, STATE = "trained.safetensors", "optimizer.safetensors", "state.json"


class Checkpoints:
    """The checkpoints of one training; the newest is kept."""

    def __init__(self, work: Path, digest: str) -> None:
        self._work = work
        self._digest = digest

    def save(self, step: int, trained: Mapping[str, Any], optimizer: Any) -> None:
        """Write a checkpoint; it appears under its name only once it is whole."""
        from safetensors.torch import save_file

        folder = self._work / f"checkpoint-{step:08d}"
        new = self._work / f"new-{folder.name}"
        for left in (folder, new):  # by an interrupted attempt
            shutil.rmtree(left, ignore_errors=True)
        new.mkdir(parents=True)
        save_file({name: tensor.detach().cpu() for name, tensor in trained.items()}, new / WEIGHTS)
        moments = {
            f"{name}/{key}": tensor.detach().cpu()
            for name, parameter in trained.items()
            for key, tensor in optimizer.state[parameter].items()
        }
        save_file(moments, new / OPTIMIZER)
        (new / STATE).write_text(json.dumps({"step": step, "digest": self._digest}))
        new.rename(folder)
        for older in self._work.glob("*checkpoint-*"):
            if older != folder:
                shutil.rmtree(older, ignore_errors=True)

    def load(self, trained: Mapping[str, Any], optimizer: Any) -> int:
        """Take up the newest checkpoint of this very training; return its step, or 0.

        One that cannot be read, or that belongs to another plan, is passed over.
        """
        for folder in sorted(self._work.glob("checkpoint-*"), reverse=True):
            try:
                return self._load(folder, trained, optimizer)
            except Exception as fault:  # whatever is in the file: begin anew rather than fail
                print(f"{folder.name} is not used: {fault}")
        return 0

    def _load(self, folder: Path, trained: Mapping[str, Any], optimizer: Any) -> int:
        from safetensors.torch import load_file

        state = json.loads((folder / STATE).read_text())
        if state["digest"] != self._digest:
            raise ValueError("it belongs to another training")
        weights, moments = load_file(folder / WEIGHTS), load_file(folder / OPTIMIZER)
        if weights.keys() != trained.keys():
            raise ValueError("it holds other weights")
        states: dict[str, dict[str, Any]] = {name: {} for name in trained}
        for path, tensor in moments.items():
            name, key = path.rsplit("/", 1)
            states[name][key] = tensor
        # Everything has been read: from here on nothing can fail half way.
        for name, parameter in trained.items():
            parameter.data.copy_(weights[name])
            # The count of steps stays on the processor, as the optimizer itself has it.
            optimizer.state[parameter] = {
                key: tensor if tensor.dim() == 0 else tensor.to(parameter.device)
                for key, tensor in states[name].items()
            }
        return int(state["step"])
