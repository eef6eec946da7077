"""How models get better: versions trained on finished samples, measured and promoted.

`loop` starts a training after each batch of finished samples; `training_job` carries it out.
"""
