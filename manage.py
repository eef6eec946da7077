#!/usr/bin/env python
"""The command line of the platform: `python manage.py help` lists what it can do."""

from annotate.__main__ import main

if __name__ == "__main__":
    main()
