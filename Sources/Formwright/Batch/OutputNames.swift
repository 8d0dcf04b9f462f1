import Crypto
import FormModel
import Forms
import Foundation

/// Gives each record of a batch a name that no earlier record has: the second `Smith.pdf` is `Smith-2.pdf`.
///
/// Names depend on the records before and on nothing else, so that a batch that goes on after a crash gives the same
/// ones. Only digests of names are kept: sixteen bytes for a record. Names that differ in case alone count as the same,
/// as they do on other systems.
struct OutputNames {
    private let template: NameTemplate
    /// The next number to try behind each name.
    private var next: [UInt64: UInt32] = [:]
    /// Names that records hold from an earlier run, with the record's number.
    private var reserved: [UInt64: Int] = [:]

    /// - Parameter reserved: names that records had in an earlier run.
    init(_ template: NameTemplate, reserved: [(row: Int, name: String)] = []) {
        self.template = template
        for (row, name) in reserved { self.reserved[Self.digest(name)] = row }
    }

    /// The path for a record, from the template's folder.
    ///
    /// - Parameter kept: the name that the record has from an earlier run.
    mutating func name(row: Int, entries: [ValueEntry], keeping kept: String? = nil) -> String {
        let path = template.path(row: row) { column in
            switch entries.first(where: { $0.key == column })?.value {
            case .text(let text), .number(let text): text
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
            // The first of a name has the name itself, which is never looked up without being taken.
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
