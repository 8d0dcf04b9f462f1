// Tests with either support module need temporary folders.
@_exported public import FolderTestSupport
