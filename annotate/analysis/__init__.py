"""Plain-Python science: texts, overlap and geometry. Nothing here knows Django or the domain."""
