/// Why libofx could not be used.
package enum OFXError: Error, Hashable {
    /// The library is not installed.
    case libraryMissing
    /// There is not enough memory for a copy of the file.
    case outOfMemory
    /// The name of the folder for temporary files is too long for the library.
    case temporaryFolderUnusable
}
