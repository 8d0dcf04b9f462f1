/// The format of an exported family, with limits for its import.
enum ExportFormat {
    /// The value of `format` in the rows.
    static let name = "formwright-family"
    /// The version of the format.
    static let version: Int64 = 1
    /// The name of the file with the rows.
    static let rows = "family.json"

    /// The folders of the other files.
    enum Folder: String {
        /// Uploads as received.
        case originals
        /// Pictures made from them: upright, without metadata.
        case pictures
        /// Books as PDF.
        case books
    }

    /// Maximum number of files in the archive.
    static let entryLimit = 250_000
    /// Maximum size of the rows in bytes.
    static let rowBytes: Int64 = 256 << 20
    /// Maximum number of values in the rows, enough for a million comments.
    static let valueLimit = 8_000_000
    /// Maximum nesting depth of values.
    static let depthLimit = 8
    /// Maximum unpacked size of any archive in bytes.
    static let smallBytes: Int64 = 64 << 20
    /// Maximum ratio of the unpacked to the packed size beyond ``smallBytes``.
    ///
    /// Pictures hardly compress. A higher ratio indicates a decompression bomb.
    static let ratioLimit: Int64 = 20
}
