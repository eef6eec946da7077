"""What this package writes: reports, and nothing about people or samples."""
