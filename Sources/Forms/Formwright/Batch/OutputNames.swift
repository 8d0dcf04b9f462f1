import LibCrypto
import FormModel
import FormFilling
import Foundation

/// Assigns each record of a batch a unique name: the second `Smith.pdf` is `Smith-2.pdf`.
///
/// Names depend only on the preceding records, so that a batch resumed after a crash assigns the same names. Only
/// digests of names are stored, 16 bytes per record. Names that differ only in case count as equal, as they do on other
/// systems.
package struct OutputNames {
    private let template: NameTemplate
    /// The next number to try for each name.
    private var next: [UInt64: UInt32] = [:]
    /// The record of each name from an earlier run.
    private var reserved: [UInt64: Int] = [:]

    /// Creates names from a template.
    ///
    /// - Parameters:
    ///   - template: the template.
    ///   - reserved: the names of records from an earlier run.
    package init(_ template: NameTemplate, reserved: [(row: Int, name: String)] = []) {
        self.template = template
        for (row, name) in reserved { self.reserved[Self.digest(name)] = row }
    }

    /// Returns the path for a record, relative to the template's folder.
    ///
    /// - Parameters:
    ///   - row: the record's number.
    ///   - entries: the record's values.
    ///   - kept: the record's name from an earlier run.
    /// - Returns: `kept`, or a name that no other record has.
    package mutating func name(row: Int, entries: [ValueEntry], keeping kept: String? = nil) -> String {
        let path = template.path(row: row) { column in
            switch entries.first(where: { $0.key == column })?.value {
            case .text(let text), .number(let text), .shown(let text, _): text
            case .flag(let flag): flag ? "yes" : "no"
            default: nil
            }
        }
        var number = next[Self.digest(path)] ?? 1
        var candidate = path
        while true {
            if number > 1 { candidate = "\(path.dropLast(4))-\(number).pdf" }
            number += 1
            let digest = Self.digest(candidate)
            // The first record with a name has number 1, for which `next` has no entry yet.
            let isTaken = number > 2 && next[digest] != nil
            if !isTaken, kept != nil || reserved[digest] ?? row == row { break }
        }
        take(candidate)
        if let kept { take(kept) }
        next[Self.digest(path)] = number
        return kept ?? candidate
    }

    private mutating func take(_ path: String) {
        if next[Self.digest(path)] == nil { next[Self.digest(path)] = 2 }
    }

    private static func digest(_ path: String) -> UInt64 {
        SHA256.hash(data: Data(path.lowercased().utf8)).withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) }
    }
}
