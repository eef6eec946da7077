"""How versions are made: frozen snapshots, the trainers of back ends, and what they report."""
