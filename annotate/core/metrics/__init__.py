"""What Prometheus reads: figures of the installation, and the requests of each web server."""
