"""Seeds: which models make them, for which samples, and what people made of them.

Here live connections and their versions, the models used, runs (`services/starting.py`,
`chunks.py`, `save_seeds.py`), trials, the unseeded arm and the order of samples. It never imports
`annotate.learning`, which trains versions and is told through `hooks`.
"""
