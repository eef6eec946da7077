"""Models, seeds and their quality as requests and responses say them."""
