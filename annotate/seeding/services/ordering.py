"""In which order unstarted samples are handed out."""
