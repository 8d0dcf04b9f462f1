// File facts, locks and errors are part of this module's interface, so its clients need them as well.
@_exported public import Files
