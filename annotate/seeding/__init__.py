"""Seeds: which models make them, for which samples, and what became of them.

Connections and their versions, runs, trials, the arm without seeds, and the order of samples.
What trains versions stands above, in `annotate.learning`, and is heard through `hooks`.
"""
