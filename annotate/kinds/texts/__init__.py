"""``texts.v1``: one or two texts that are brought in to be judged; nobody is asked for them."""
