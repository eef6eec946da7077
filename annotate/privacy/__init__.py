"""What is held of people, and for how long: given out, deleted on request, swept by the clock."""
