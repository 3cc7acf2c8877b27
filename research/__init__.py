"""Studies of real collections, which are not part of the project, and other occasional tools; see RESULTS.md."""
