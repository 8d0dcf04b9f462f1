import FailureModel
import Foundation

/// A broker's table described by a column file that is part of the program.
///
/// It is recognised by its header, which must have all columns that it names.
struct ReadyFormat: Sendable {
    /// The name with which a column file can extend the format.
    let name: String
    /// The column file.
    let text: String

    /// All formats.
    static let all: [ReadyFormat] = [
        degiro, degiroGerman, degiroEnglish, degiroFrench, degiroSpanish, degiroItalian, degiroPortuguese, eToro,
        fidelity, fidelityFormer, fidelityInternational, freetrade, freetradeCurrent, hargreavesLansdown, parqet, saxo,
        tradeRepublic, xtb,
    ]

    /// The formats with dedicated readers, which column files can only add to.
    static let tables = [IBKRTable.format, "schwab", "trading212"]

    /// The column files of all formats by name.
    ///
    /// Extended ones precede their extensions, so each is parsed once.
    private static let files: [(name: String, file: ColumnFile)] = {
        var files: [(name: String, file: ColumnFile)] = []
        for format in all {
            let known = Dictionary(uniqueKeysWithValues: files.map { ($0.name, $0.file) })
            if let file = try? ColumnFile(format, known) { files.append((format.name, file)) }
        }
        return files
    }()

    /// The names of the columns that the tables of each format have.
    static var names: [(format: String, columns: Set<String>)] {
        files.map { ($0.name, $0.file.columnNames.union($0.file.markers)) }
    }

    /// Returns the column file of a format.
    static func file(named name: String) -> ColumnFile? { files.first { $0.name == name }?.file }

    /// Returns the column file of the format that a header has.
    static func file(for header: TableHeader) -> ColumnFile? { files.first { $0.file.fits(header) }?.file }
}
