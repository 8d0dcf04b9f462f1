// Facts, locks and errors of files are part of what a watched folder hands out: whoever imports it needs them as well.
@_exported public import Files
