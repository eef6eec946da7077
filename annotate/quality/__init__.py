"""Whether answers can be trusted: gold, flags with evidence, review, agreement, feedback.

`services.checking` looks at what came in, in a job; people decide, in `services.review`.
"""
