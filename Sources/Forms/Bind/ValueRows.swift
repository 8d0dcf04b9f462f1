public import FailureModel
import FormModel
public import Foundation

/// The values of one record among many, or what is wrong with it.
public struct ValueRow: Sendable, Hashable {
    /// The record's place among all, from 1; bad ones count too.
    public var number: Int
    /// Where it begins in its file, from 1.
    public var line: Int
    public var entries: Result<[ValueEntry], Failure>

    public init(number: Int, line: Int, entries: Result<[ValueEntry], Failure>) {
        self.number = number
        self.line = line
        self.entries = entries
    }
}

/// Records to fill a form with, one after the other.
public protocol ValueRows: Sendable {
    /// The keys that every record may have; nil where each record brings its own.
    var keys: [String]? { get }

    /// How far reading has come, in bytes.
    var bytesRead: Int { get }

    /// The next record, good or bad; nil at the end.
    ///
    /// - Throws: `input_unreadable`, after which there is nothing more to read.
    mutating func next() throws(Failure) -> ValueRow?
}

/// Tells what kind of rows a file holds.
public enum ValueRowsFile {
    /// Rows of an open file or pipe, which the caller keeps open while rows are read, and closes: JSON Lines where the
    /// first character is a brace, else comma-separated values.
    ///
    /// - Parameters:
    ///   - name: for messages.
    ///   - folder: where the paths of pictures start; nil where pictures are refused.
    /// - Throws: `malformed_values` where the header is not one; `input_unreadable`.
    public static func rows(
        descriptor: Int32, name: String, folder: URL?
    ) throws(Failure) -> any ValueRows {
        try rows(ByteFeed(descriptor: descriptor, name: name), name: name, folder: folder)
    }

    /// Rows in memory.
    public static func rows(data: Data, name: String, folder: URL?) throws(Failure) -> any ValueRows {
        try rows(ByteFeed(data: data, name: name), name: name, folder: folder)
    }

    private static func rows(_ source: ByteFeed, name: String, folder: URL?) throws(Failure) -> any ValueRows {
        var feed = source
        let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let start = try feed.lookAhead(limit: 64) { _ in false }.prefix(64)
            .filter { !byteOrderMark.contains($0) && !" \t\r\n".utf8.contains($0) }
        if start.first == UInt8(ascii: "{") { return JSONLinesRows(feed, folder: folder) }
        if ["[{", "[]"].contains(where: { start.starts(with: $0.utf8) }) {
            throw Failure(
                .malformedValues,
                "\(name) is one JSON array; write each record as an object on a line of its own, as `jq -c '.[]'` does."
            )
        }
        return CSVRows(try CSVReader(feed, name: name))
    }
}
