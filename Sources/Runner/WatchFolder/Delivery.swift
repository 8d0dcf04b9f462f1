import Files
import Foundation
import Pipeline

/// Writes results to a folder under unused names, exactly once even if repeated.
///
/// 1. Each file is written under a hidden name derived from the delivery's key, and flushed to disk.
/// 2. The final names are chosen and recorded in the drop's folder.
/// 3. Each file is renamed. If its name is taken meanwhile, it gets the next free one, which is recorded first.
///
/// A repeated run finds in step 3 that a hidden file no longer exists, which means that it was delivered.
struct Delivery: Sendable {
    let files: any FolderFiles
    /// The folder of the journal.
    let journalFolder: String
    /// The unique key of the delivery.
    let key: String
    let target: String
    /// The permissions of the results, before the umask applies.
    let permissions: UInt32

    /// A result to deliver.
    struct Item: Sendable {
        var suffix: String
        var bytes: Data
    }

    /// The content of the journal, with the number in each file's name.
    private struct Plan: Codable {
        var stem: String
        var suffixes: [String]
        var numbers: [Int]

        func name(_ index: Int) -> String { FileNames.numbered(stem, numbers[index], suffix: suffixes[index]) }
    }

    /// Delivers `items` together under one stem and, normally, one number.
    ///
    /// The numbers differ if another process takes a name at the last moment.
    func run(stem: String, items: () throws -> [Item]) throws {
        var plan: Plan
        if let known = try known() {
            plan = known
        } else {
            try files.makeFolder(target)
            let items = try items()
            for (i, item) in items.enumerated() {
                try files.write(item.bytes, to: hidden(i), permissions: permissions)
            }
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
                } catch let error as SystemCallError where error.number == EEXIST {
                    // All files not renamed yet get the same new number.
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

    /// Returns the recorded plan; `nil` only without a journal.
    ///
    /// An unreadable journal throws, since it may say that everything was delivered.
    private func known() throws -> Plan? {
        do {
            return try JSONDecoder().decode(Plan.self, from: files.read(journal, limit: 1 << 20))
        } catch let error as SystemCallError where error.number == ENOENT {
            return nil
        }
    }

    private func save(_ plan: Plan) throws {
        try files.write(try JSONEncoder().encode(plan), to: journal + ".tmp")
        try files.rename(journal + ".tmp", to: journal)
        try files.synchronise(folder: journalFolder)
    }

    /// Returns the first number with all names free.
    private func freeNumber(stem: String, suffixes: [String]) throws -> Int {
        var number = 1
        while true {
            let names = suffixes.map { FileNames.numbered(stem, number, suffix: $0) }
            if try names.allSatisfy({ try files.facts("\(target)/\($0)") == nil }) { return number }
            number += 1
        }
    }
}
