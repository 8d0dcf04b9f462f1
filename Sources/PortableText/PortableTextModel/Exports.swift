// Blocks have fields of any JSON values: whoever imports them needs these as well.
@_exported public import Values
