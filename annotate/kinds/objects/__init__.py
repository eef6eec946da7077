"""``objects.v1``: the salient objects, each a label, a box and a description (IIW §3.3, Task 1)."""
