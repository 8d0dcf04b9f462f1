// Rows are JSON values, so every planner of writes needs these as well.
@_exported public import Values
