"""What is read of texts, studies of them and reports on them, one module per subject."""
