"""Trains vision-language models in a process, `python -m annotate.backends.training.vlm`.

    trainer   in the worker: writes the plan, starts the process, passes on what it reports
    __main__  the process: one, or several joined by accelerate
    plan      the settings, and what the worker tells it, as a file
    data      examples of the seven tasks as tensors, the same in every run
    loop      steps, loss curve, checkpoints
    saving    the model as it is trained; weights as safetensors, with a card

Plain Python besides PyTorch: no Django. Nothing here reads or writes a pickle.
"""
