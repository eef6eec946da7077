"""Properties are checked without a deadline: a busy machine is no failure.

With 40 examples instead of 100, because each property is asked of every kind, and each run draws
others: nearly all of the time goes into drawing answers, not into looking at them.
"""

from hypothesis import settings

settings.register_profile("kinds", deadline=None, max_examples=40)
settings.load_profile("kinds")
