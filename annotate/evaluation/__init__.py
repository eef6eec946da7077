"""Studies in which people judge texts, and reports on what texts are like."""
