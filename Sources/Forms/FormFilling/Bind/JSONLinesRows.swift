import FormImport
import FailureModel
import Files
import FormModel
import Foundation

/// Records as JSON Lines: each line is an object, as in a values file.
///
/// Blank lines are skipped.
struct JSONLinesRows: ValueRows {
    private var feed: ByteFeed
    /// The base folder for paths of pictures; nil if pictures are refused.
    private let folder: URL?
    private var line = 0
    private var count = 0

    /// The maximum length of a line in bytes.
    ///
    /// A longer line is an error of its record.
    private static let lineLimit = 1 << 20

    private let name: String

    init(_ feed: ByteFeed, name: String, folder: URL?) {
        self.feed = feed
        self.name = name
        self.folder = folder
    }

    var keys: [String]? { nil }
    var bytesRead: Int { feed.bytesRead }
    var notes: [String] { feed.isUTF16 ? [TextEncoding.utf16.note(of: name)] : [] }

    mutating func next() throws(Failure) -> ValueRow? {
        while let bytes = try nextLine() {
            guard bytes.contains(where: { !" \t\r\u{FEFF}".utf8.contains($0) }) else { continue }
            count += 1
            return ValueRow(number: count, line: line, entries: entries(bytes))
        }
        return nil
    }

    private mutating func nextLine() throws(Failure) -> [UInt8]? {
        guard try feed.peek() != nil else { return nil }
        line += 1
        var bytes: [UInt8] = []
        while let byte = try feed.next(), byte != UInt8(ascii: "\n") {
            // One byte beyond the limit is kept as a sign that the line was too long.
            if bytes.count <= Self.lineLimit { bytes.append(byte) }
        }
        return bytes
    }

    private func entries(_ bytes: [UInt8]) -> Result<[ValueEntry], Failure> {
        guard bytes.count <= Self.lineLimit else {
            return .failure(Failure(.malformedValues, "The line is longer than \(Self.lineLimit) bytes."))
        }
        guard bytes.first(where: { !" \t\u{FEFF}".utf8.contains($0) }) == UInt8(ascii: "{") else {
            return .failure(Failure(.malformedValues, "The line is not a JSON object."))
        }
        do throws(Failure) {
            let values = try ValuesFile(data: Data(bytes), source: .line, folder: folder, isJSON: true)
            guard values.profile == nil else {
                return .failure(
                    Failure(.malformedValues, "A row has no profile of its own; one profile can be given for all rows.")
                )
            }
            return .success(values.entries)
        } catch {
            return .failure(error)
        }
    }
}
