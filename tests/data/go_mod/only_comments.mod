// Nothing but comments.

// And blank lines.

