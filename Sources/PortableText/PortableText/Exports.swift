// Blocks have fields with any JSON values, so every importer of blocks needs these as well.
@_exported public import Values
