"""How models get better: versions trained on finished samples, measured and promoted.

`services/loop.py` starts a training after each batch of finished samples, `training_job.py` carries
it out; `promotion.py` decides, `snapshots.py` freezes what is learned from. It stands on `seeding`.
"""
