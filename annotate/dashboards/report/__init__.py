"""The printed report: what a project did and found, with methods and exact settings."""
