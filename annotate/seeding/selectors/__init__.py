"""What people are told about seeds and the models that make them, one module per subject."""
