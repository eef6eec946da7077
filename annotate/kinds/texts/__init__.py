"""``texts.v1``: texts that are brought in to be judged; nobody is asked for them."""
