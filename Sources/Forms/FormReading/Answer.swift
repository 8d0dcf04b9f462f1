/// A filled copy of a form, read back.
public struct Answer: Sendable, Hashable {
    /// The name of the file, without folders.
    public var fileName: String
    /// Where the values come from.
    public var source: Source
    /// The pages of the file that were read (0-based), in order.
    ///
    /// They are empty unless the source is ``Source/pages``. Pages that a fill added for long values are among them.
    public var pages: [Int]
    /// The pages of the file that belong to no copy (0-based), such as cover sheets.
    public var otherPages: [Int]
    /// The cells in the order of the reader's columns.
    public var cells: [AnswerCell]

    /// Creates an answer.
    package init(fileName: String, source: Source, pages: [Int] = [], otherPages: [Int] = [], cells: [AnswerCell]) {
        self.fileName = fileName
        self.source = source
        self.pages = pages
        self.otherPages = otherPages
        self.cells = cells
    }

    /// Where the values of a filled copy come from.
    public enum Source: String, Sendable, Hashable, Codable {
        /// The fields of an AcroForm.
        case fields
        /// The record that a fill by Formwright left.
        case record
        /// The pages: their text layer, or their picture.
        case pages
    }
}
