"""``description.v1``: one text that describes the whole image (IIW §3.3, Task 2)."""
