"""Everything that changes texts from elsewhere, studies and reports, one module per subject."""
