"""The parts of the report that this package writes; `config.hooks` says in which order."""
