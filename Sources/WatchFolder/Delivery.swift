import Foundation
import Pipeline

/// Puts results into a folder under names that nothing has, exactly once however often it is begun.
///
/// 1. Every file is written under a hidden name that the delivery's key decides, and brought to the disk.
/// 2. The names are chosen and written down in the drop's folder.
/// 3. Each file is renamed, unless the name was taken meanwhile; then it gets the next one, written down first.
///
/// Whoever begins again finds at step 3 that the hidden file is gone, which is to say: delivered.
struct Delivery: Sendable {
    let files: any FolderFiles
    /// The folder that remembers.
    let journalFolder: String
    /// Tells this delivery from all others, now and for ever.
    let key: String
    let target: String

    struct Item: Sendable {
        var suffix: String
        var bytes: Data
    }

    /// What the journal says: the number that each file has behind the stem.
    private struct Plan: Codable {
        var stem: String
        var suffixes: [String]
        var numbers: [Int]

        func name(_ index: Int) -> String { FileNames.numbered(stem, numbers[index], suffix: suffixes[index]) }
    }

    /// Delivers what `items` gives, together under one stem and, unless somebody takes a name at the last moment, one
    /// number.
    func run(stem: String, items: () throws -> [Item]) throws {
        var plan: Plan
        if let known = try known() {
            plan = known
        } else {
            try files.makeFolder(target)
            let items = try items()
            for (i, item) in items.enumerated() { try files.write(item.bytes, to: hidden(i)) }
            let suffixes = items.map(\.suffix)
            let number = try freeNumber(stem: stem, suffixes: suffixes)
            plan = Plan(stem: stem, suffixes: suffixes, numbers: suffixes.map { _ in number })
            try files.synchronise(folder: target)
            try save(plan)
        }
        for i in plan.suffixes.indices {
            while try files.facts(hidden(i)) != nil {
                do {
                    try files.renameWithoutReplacing(hidden(i), to: "\(target)/\(plan.name(i))")
                } catch let error as FolderFileError where error.number == EEXIST {
                    // Those that are not yet renamed change together.
                    let rest = plan.suffixes.indices.suffix(from: i)
                    let number = try freeNumber(stem: stem, suffixes: rest.map { plan.suffixes[$0] })
                    for j in rest { plan.numbers[j] = number }
                    try save(plan)
                }
            }
        }
        try files.synchronise(folder: target)
    }

    private var journal: String { "\(journalFolder)/delivery-\(key).json" }

    private func hidden(_ index: Int) -> String { "\(target)/.formwright-\(key)-\(index).tmp" }

    /// What was written down; nil only where nothing was. A journal that cannot be read now may say that all is delivered.
    private func known() throws -> Plan? {
        do {
            return try JSONDecoder().decode(Plan.self, from: files.read(journal, limit: 1 << 20))
        } catch let error as FolderFileError where error.number == ENOENT {
            return nil
        }
    }

    private func save(_ plan: Plan) throws {
        try files.write(try JSONEncoder().encode(plan), to: journal + ".tmp")
        try files.rename(journal + ".tmp", to: journal)
        try files.synchronise(folder: journalFolder)
    }

    /// The first number under which nothing stands in the way.
    private func freeNumber(stem: String, suffixes: [String]) throws -> Int {
        var number = 1
        while true {
            let names = suffixes.map { FileNames.numbered(stem, number, suffix: $0) }
            if try names.allSatisfy({ try files.facts("\(target)/\($0)") == nil }) { return number }
            number += 1
        }
    }
}
