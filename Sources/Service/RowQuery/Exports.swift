// Rows are written as JSON values: whoever plans writes needs these as well.
@_exported public import Values
