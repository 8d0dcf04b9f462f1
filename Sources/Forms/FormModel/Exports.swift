// Regions, sizes and formatted text are parts of fields and values, so importers need these modules too.
@_exported public import Geometry
@_exported public import Values
