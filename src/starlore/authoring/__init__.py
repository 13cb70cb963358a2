"""For authors: a course checked, with every fault told by file, line, column, code and hint."""
