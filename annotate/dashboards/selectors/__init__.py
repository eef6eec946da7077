"""Read-only views across everything, from sums that were written where they happened."""
