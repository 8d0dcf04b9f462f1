import Files
import Foundation
import Pipeline

/// Writes the results of a collection to a folder, replacing only its earlier ones.
///
/// Each result is replaced atomically.
///
/// 1. Each file is written under a hidden name and flushed to disk.
/// 2. The final names are chosen and recorded, with the facts of the hidden files.
/// 3. Each file is renamed, or exchanged with the one that it replaces, which is then removed.
///
/// The next holder of the collection's lock completes an interrupted step 3, so that the results are always those of
/// one document.
struct ReplacingDelivery: Sendable {
    let files: any FolderFiles
    /// The collection's key in the names of hidden files.
    let key: String
    let target: String
    /// The permissions of the results.
    let permissions: UInt32
    /// Stores the record of the collection.
    let save: @Sendable (CollectionRecord) throws -> Void

    /// A delivery with complete hidden files.
    struct Plan: Sendable, Codable {
        var document: DocumentID
        var stem: String
        var suffixes: [String]
        /// The number after the stem in each file's name.
        var numbers: [Int]
        /// The facts of the hidden files, which remain those of the results.
        var facts: [FileFacts]

        func name(_ index: Int) -> String { FileNames.numbered(stem, numbers[index], suffix: suffixes[index]) }
    }

    /// Delivers the results of `document`, after ``complete(_:)``.
    func run(
        _ record: inout CollectionRecord, document: DocumentID, stem: String, items: () throws -> [Delivery.Item]
    ) throws {
        try files.makeFolder(target)
        let items = try items()
        var facts: [FileFacts] = []
        for (i, item) in items.enumerated() {
            try files.write(item.bytes, to: hidden(i), permissions: permissions)
            guard let written = try files.facts(hidden(i)) else {
                throw SystemCallError(call: "lstat", path: hidden(i), number: ENOENT)
            }
            facts.append(written)
        }
        try files.synchronise(folder: target)
        let suffixes = items.map(\.suffix)
        let number = try usableNumber(stem: stem, suffixes: suffixes, record)
        record.pending = Plan(
            document: document, stem: stem, suffixes: suffixes, numbers: suffixes.map { _ in number }, facts: facts)
        try save(record)
        try complete(&record)
    }

    /// Completes an interrupted delivery, if any.
    func complete(_ record: inout CollectionRecord) throws {
        guard let plan = record.pending else { return }
        for i in plan.suffixes.indices { try place(i, &record) }
        try files.synchronise(folder: target)
        guard let plan = record.pending else { return }
        record.files = Dictionary(
            zip(plan.suffixes.indices.map(plan.name), plan.facts), uniquingKeysWith: { _, last in last })
        record.number = plan.numbers.last ?? 1
        record.delivered = plan.document
        record.pending = nil
        try save(record)
    }

    /// Returns whether the folder has a document's results unchanged.
    func isComplete(_ document: DocumentID, _ record: CollectionRecord) throws -> Bool {
        guard record.delivered == document, record.pending == nil else { return false }
        return try record.files.allSatisfy { try files.facts("\(target)/\($0.key)") == $0.value }
    }

    /// Gives a hidden file its final name.
    private func place(_ i: Int, _ record: inout CollectionRecord) throws {
        while let plan = record.pending, let there = try files.facts(hidden(i)) {
            let name = plan.name(i)
            let path = "\(target)/\(name)"
            if there != plan.facts[i] {
                // The names were exchanged: this file had the final name before.
                if there == record.files[name] { return try files.remove(hidden(i)) }
                try files.exchange(hidden(i), with: path)
                try renumber(from: i, &record)
                continue
            }
            do {
                switch try files.facts(path) {
                case nil: return try files.renameWithoutReplacing(hidden(i), to: path)
                case record.files[name]: try replace(path, by: hidden(i))
                default: try renumber(from: i, &record)
                }
            } catch let error as SystemCallError where error.number == EEXIST || error.number == ENOENT {
                // Another process created or removed the file meanwhile.
                guard try files.facts(target) != nil else { throw error }
            }
        }
    }

    private func replace(_ path: String, by hidden: String) throws {
        do {
            try files.exchange(hidden, with: path)
        } catch let error as SystemCallError where error.number == EINVAL || error.number == ENOSYS {
            try files.rename(hidden, to: path)
        }
    }

    /// Chooses another number for all files without their final name.
    private func renumber(from first: Int, _ record: inout CollectionRecord) throws {
        guard var plan = record.pending else { return }
        let rest = plan.suffixes.indices.suffix(from: first)
        let number = try usableNumber(stem: plan.stem, suffixes: rest.map { plan.suffixes[$0] }, record)
        for i in rest { plan.numbers[i] = number }
        record.pending = plan
        try save(record)
    }

    /// Returns a number with all names free or those of delivered files.
    ///
    /// The number of the last delivery is preferred, then the first possible one.
    private func usableNumber(stem: String, suffixes: [String], _ record: CollectionRecord) throws -> Int {
        func isUsable(_ number: Int) throws -> Bool {
            try suffixes.allSatisfy { suffix in
                let name = FileNames.numbered(stem, number, suffix: suffix)
                guard let facts = try files.facts("\(target)/\(name)") else { return true }
                return facts == record.files[name]
            }
        }
        if try isUsable(record.number) { return record.number }
        var number = 1
        while try !isUsable(number) { number += 1 }
        return number
    }

    private func hidden(_ index: Int) -> String { "\(target)/.formwright-\(key)-\(index).tmp" }
}
