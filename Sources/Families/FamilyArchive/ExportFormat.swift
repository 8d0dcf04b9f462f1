/// What an exported family is made of, and how large it may be when it is imported.
enum ExportFormat {
    /// The value of `format` in the rows.
    static let name = "formwright-family"
    /// The version of the format.
    static let version: Int64 = 1
    /// The name of the file with the rows.
    static let rows = "family.json"

    /// The folders of the other files.
    enum Folder: String {
        /// Uploads as they came in.
        case originals
        /// What has been made of them: upright, without metadata.
        case pictures
        /// Books as PDF.
        case books
    }

    /// Maximum number of files in the archive.
    static let entryLimit = 250_000
    /// Maximum size of the rows in bytes.
    static let rowBytes: Int64 = 256 << 20
    /// Maximum number of values in the rows: a million comments.
    static let valueLimit = 8_000_000
    /// How deep values may be nested.
    static let depthLimit = 8
    /// Bytes that may come out of any archive.
    static let smallBytes: Int64 = 64 << 20
    /// How many times larger than the archive its files may be beyond that.
    ///
    /// Pictures hardly get smaller by packing; what does is a bomb.
    static let ratioLimit: Int64 = 20
}
