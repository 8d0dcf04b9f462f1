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

    /// Delivers what `items` gives, together under one stem.
    ///
    /// - Returns: the names.
    func run(stem: String, items: () throws -> [Item]) throws -> [String] {
        let journal = "\(journalFolder)/delivery-\(key).json"
        var names: [String]
        if let data = try? files.read(journal, limit: 1 << 20),
            let known = try? JSONDecoder().decode([String].self, from: data)
        {
            names = known
        } else {
            try files.makeFolder(target)
            let items = try items()
            for (i, item) in items.enumerated() { try files.write(item.bytes, to: hidden(i)) }
            names = try freeNames(stem: stem, suffixes: items.map(\.suffix))
            try save(names, to: journal)
        }
        for i in names.indices {
            while try files.facts(hidden(i)) != nil {
                do {
                    try files.renameWithoutReplacing(hidden(i), to: "\(target)/\(names[i])")
                } catch let error as FolderFileError where error.number == EEXIST {
                    names[i] = try freeName { FileNames.numbered(names[i], $0 + 1) }
                    try save(names, to: journal)
                }
            }
        }
        try files.synchronise(folder: target)
        return names
    }

    private func hidden(_ index: Int) -> String { "\(target)/.formwright-\(key)-\(index).tmp" }

    private func save(_ names: [String], to journal: String) throws {
        try files.write(try JSONEncoder().encode(names), to: journal + ".tmp")
        try files.rename(journal + ".tmp", to: journal)
        try files.synchronise(folder: journalFolder)
    }

    /// One number for all, so that what belongs together looks it.
    private func freeNames(stem: String, suffixes: [String]) throws -> [String] {
        var number = 1
        while true {
            let names = suffixes.map { FileNames.numbered(stem, number, suffix: $0) }
            if try names.allSatisfy({ try files.facts("\(target)/\($0)") == nil }) { return names }
            number += 1
        }
    }

    private func freeName(_ name: (Int) -> String) throws -> String {
        var number = 1
        while try files.facts("\(target)/\(name(number))") != nil { number += 1 }
        return name(number)
    }
}
