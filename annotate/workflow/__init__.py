"""The heart: samples, stages, tasks, leases, HITs, annotations, early stopping.

`services` claims, saves and submits; each change of state is one conditional UPDATE and one
append-only row. `docs/architecture.md` follows one answer through it.
"""
