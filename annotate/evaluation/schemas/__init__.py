"""What studies and reports on texts say over the API, declared once."""
