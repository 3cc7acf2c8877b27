"""Measurements that need nothing but the project; see RESULTS.md."""
