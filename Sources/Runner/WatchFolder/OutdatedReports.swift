import Files
import Foundation
import Pipeline

/// The reports on failed drops that a later drop has made obsolete.
struct OutdatedReports {
    let files: any FolderFiles
    /// The folder with the reports.
    let folder: String
    let kind: any Kind

    private static let suffix = ".error.json"
    /// The maximum size of a report in bytes.
    private static let limit = 1 << 20

    /// The part of a report that says what it is about.
    private struct Subject: Decodable {
        var drop: UUID
        var files: [String]
    }

    /// Removes the reports on earlier drops of a drop's file, and the companions beside them.
    ///
    /// The file itself stays in the folder, since it may be the only copy.
    func remove(after drop: Drop) throws {
        guard let dropped = drop.inputs ?? drop.original else { return }
        let names: [String]
        do {
            names = try files.names(in: folder).names.filter { $0.hasPrefix(drop.stem) }
        } catch is SystemCallError {
            // It is no hindrance for the drop.
            return
        }
        var hasFound = false
        for name in names where isNumbered(name, drop.stem, suffix: Self.suffix) {
            guard let subject = try subject(of: name), subject.drop != drop.id, subject.files.contains(dropped) else {
                continue
            }
            try files.remove("\(folder)/\(name)")
            hasFound = true
        }
        guard hasFound, let companion = kind.companionName(ofStem: drop.stem), companion.hasPrefix(drop.stem) else {
            return
        }
        let suffix = String(companion.dropFirst(drop.stem.count))
        for name in names where isNumbered(name, drop.stem, suffix: suffix) { try files.remove("\(folder)/\(name)") }
        try files.synchronise(folder: folder)
    }

    /// Returns whether a name is the stem and suffix, at most with numbers between.
    private func isNumbered(_ name: String, _ stem: String, suffix: String) -> Bool {
        guard name.hasPrefix(stem), name.hasSuffix(suffix), name.count >= stem.count + suffix.count else {
            return false
        }
        return name.dropFirst(stem.count).dropLast(suffix.count).allSatisfy {
            $0.isASCII && $0.isNumber || $0 == "." || $0 == "-"
        }
    }

    private func subject(of name: String) throws -> Subject? {
        let data: Data
        do {
            data = try files.read("\(folder)/\(name)", limit: Self.limit)
        } catch is SystemCallError {
            return nil
        }
        return try? JSONDecoder().decode(Subject.self, from: data)
    }
}
