import FailureModel
import Files
import Foundation

/// Reads the lines of a file one at a time.
struct LineReader {
    private let file: FileDescriptor
    private let name: String
    private var buffer: [UInt8] = []
    /// The start of the next line in the buffer.
    private var start = 0
    private var isAtEnd = false

    /// The maximum length of a line in bytes.
    private static let longest = 64 << 20
    private static let chunk = 1 << 20

    /// Opens a file.
    ///
    /// - Throws: `input_missing`, `input_unreadable`.
    init(_ url: URL) throws(Failure) {
        name = url.lastPathComponent
        file = try InputFile.open(url)
    }

    /// Closes the file.
    func close() { try? file.close() }

    /// Returns the next line without its line feed, or nil at the end.
    ///
    /// - Throws: `input_unreadable`, `input_too_large`.
    mutating func next() throws(Failure) -> Data? {
        var searched = start
        while true {
            if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { start = end + 1 }
                return Data(buffer[start..<end])
            }
            if isAtEnd {
                defer { start = buffer.count }
                return start == buffer.count ? nil : Data(buffer[start...])
            }
            buffer.removeFirst(start)
            start = 0
            searched = buffer.count
            guard searched <= Self.longest else {
                throw Failure(.inputTooLarge, "A line of \(name) is larger than \(InputFile.size(Self.longest)).")
            }
            var chunk = [UInt8](repeating: 0, count: Self.chunk)
            let count: Int
            do throws(SystemCallError) {
                count = try file.read(into: &chunk)
            } catch {
                throw Failure(.inputUnreadable, "\(name) cannot be read: \(error.reason).")
            }
            isAtEnd = count == 0
            buffer += chunk.prefix(count)
        }
    }
}
