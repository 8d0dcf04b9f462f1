// Regions, sizes and formatted text are parts of fields and values: whoever imports these needs them as well.
@_exported public import Geometry
@_exported public import Values
