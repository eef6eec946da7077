"""What dashboards read: counted in the transactions of what is counted, and rebuilt from it."""
