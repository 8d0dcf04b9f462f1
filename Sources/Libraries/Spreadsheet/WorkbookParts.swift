import Archive
import Expat
import Foundation

/// The parts of a workbook: the files of a ZIP file, found by their names.
///
/// Nothing outside the ZIP file is read. What is unpacked is counted, whatever sizes the file states.
final class WorkbookParts {
    private let bytes: ArchiveBytes
    private let limits: WorkbookLimits
    /// The place of each part in the file, by its name in lower case.
    private var places: [String: Int] = [:]
    /// The number of bytes that may still be unpacked.
    private var rest: Int

    private static let piece = 64 << 10

    init(_ data: Data, _ limits: WorkbookLimits) throws(WorkbookError) {
        bytes = ArchiveBytes(data)
        self.limits = limits
        rest = limits.byteCount
        let reader = try self.reader()
        while let entry = try Self.checked({ () throws(ArchiveError) in try reader.next() }) {
            guard places.count < limits.parts else {
                throw WorkbookError(.tooLarge, "consists of more than \(limits.parts) files.")
            }
            // A second part of one name would be read by some programs only.
            if places.updateValue(places.count, forKey: entry.name.lowercased()) != nil {
                throw WorkbookError(.damaged, "is damaged: two of its parts have one name.")
            }
        }
    }

    /// Returns whether there is a part of that name.
    func has(_ name: String) -> Bool { places[name.lowercased()] != nil }

    /// Returns the first bytes of a part as text, or nil if it is missing.
    func start(of name: String) throws(WorkbookError) -> String? {
        guard let reader = try reader(of: name) else { return nil }
        return String(decoding: try next(of: reader), as: UTF8.self)
    }

    /// An event of a part.
    enum Event {
        case start(String, [String: String])
        case text(String)
        case end
    }

    /// Passes the events of a part to `take`, with the depth of their element.
    ///
    /// The depth of the root is 1.
    ///
    /// - Returns: whether there is such a part.
    @discardableResult
    func read(_ name: String, take: (Event, Int) throws(WorkbookError) -> Void) throws(WorkbookError) -> Bool {
        guard let reader = try reader(of: name) else { return false }
        var fault: WorkbookError?
        var depth = 0
        do throws(XMLSyntaxError) {
            try XMLEvents.read {
                do throws(WorkbookError) {
                    let piece = try next(of: reader)
                    return piece.isEmpty ? nil : [UInt8](piece)
                } catch {
                    fault = error
                    return nil
                }
            } take: { event in
                do throws(WorkbookError) {
                    switch event {
                    case .start(let element, let attributes):
                        depth += 1
                        guard depth <= limits.depth else { throw .damaged(name, "elements are nested too deeply") }
                        try take(.start(element, attributes), depth)
                    case .text(let text): try take(.text(text), depth)
                    case .end:
                        try take(.end, depth)
                        depth -= 1
                    }
                    return true
                } catch {
                    fault = error
                    return false
                }
            }
        } catch {
            let what = error.kind == .declaration ? "there is a document type declaration" : "there is no XML"
            throw fault ?? .damaged(name, "\(what) in line \(error.line)")
        }
        if let fault { throw fault }
        return true
    }

    // MARK: The ZIP file

    private func reader() throws(WorkbookError) -> ArchiveReader {
        try Self.checked { [bytes] () throws(ArchiveError) in try ArchiveReader(bytes: bytes, format: .zip) }
    }

    /// Returns a reader at the beginning of a part, or nil if it is missing.
    private func reader(of name: String) throws(WorkbookError) -> ArchiveReader? {
        guard let place = places[name.lowercased()] else { return nil }
        let reader = try self.reader()
        for _ in 0...place { _ = try Self.checked { () throws(ArchiveError) in try reader.next() } }
        return reader
    }

    /// Returns the next bytes of a part, and checks its checksum at the end.
    private func next(of reader: ArchiveReader) throws(WorkbookError) -> Data {
        let piece = try Self.checked { () throws(ArchiveError) in
            let piece = try reader.read(upTo: Self.piece)
            if piece.isEmpty { try reader.checkEnd() }
            return piece
        }
        rest -= piece.count
        guard rest >= 0 else {
            throw WorkbookError(.tooLarge, "has more than \(limits.byteCount >> 20) MB of data when it is unpacked.")
        }
        return piece
    }

    private static func checked<T>(_ body: () throws(ArchiveError) -> T) throws(WorkbookError) -> T {
        do throws(ArchiveError) {
            return try body()
        } catch {
            switch error.code {
            case .encrypted: throw .password
            case .libraryMissing: throw WorkbookError(.libraryMissing, "cannot be unpacked: \(error.detail).")
            case .unsafeName: throw WorkbookError(.damaged, "is damaged: the name of a part is not a relative path.")
            case .wrongByteCount, .system, .damaged, .notAFile:
                throw WorkbookError(.damaged, "is damaged: it cannot be unpacked.")
            }
        }
    }
}
