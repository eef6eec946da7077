"""What a workbench costs in a real browser: frames, latency, the next task, bytes of script."""
