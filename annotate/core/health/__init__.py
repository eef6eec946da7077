"""How the installation is: checks of its parts, figures of now, and measurements over time."""
