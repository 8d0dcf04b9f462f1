/// Finds entries that several files have in common.
///
/// Entries of different files match if they have the same identifier and format, or else if day, action, security,
/// quantity and price are equal. Of equal entries, the maximum number in any one file remains, so that two equal fills
/// of one file stay two. Entries with different identifiers of one format never match. A split given as a ratio in one
/// file matches the same split given as added shares in another.
///
/// Entries of files that state different account numbers never match, whatever their identifiers: brokers reuse them from
/// account to account. The exception is the ratio of a split, which applies to the shares of all accounts.
struct EntryMerger {
    /// For each entry, the index of the entry that it repeats, or -1.
    private var originals: [Int32]
    /// Whether a repetition was found by its identifier.
    private var isMatchedByID: [Bool]

    private let entries: [Entry]
    private let formats: [Int32]
    private let accounts: FileAccounts

    /// Compares the entries of files, in the order of their files.
    ///
    /// - Parameters:
    ///   - entries: all entries, with indices of files and of linked securities.
    ///   - formats: a number for the format of each file.
    ///   - accounts: the accounts of the files.
    /// - Returns: for each entry, the index of the entry that it repeats, or -1, and whether it was found by its
    ///   identifier.
    static func repetitions(
        in entries: [Entry], formats: [Int32], accounts: FileAccounts
    ) -> (originals: [Int32], isMatchedByID: [Bool]) {
        let merger = EntryMerger(entries, formats: formats, accounts: accounts)
        return (merger.originals, merger.isMatchedByID)
    }

    private init(_ entries: [Entry], formats: [Int32], accounts: FileAccounts) {
        self.entries = entries
        self.formats = formats
        self.accounts = accounts
        originals = Array(repeating: -1, count: entries.count)
        isMatchedByID = Array(repeating: false, count: entries.count)
        guard let first = entries.first, let last = entries.last, first.file != last.file else { return }
        matchIDs()
        matchFields()
    }

    private mutating func matchIDs() {
        let refs = references { entry in
            entry.id.map { IDKey(entry, id: $0, format: formats[Int(entry.file)]) }
        }
        for group in groups(of: refs) {
            let lists = members(of: group) { IDKey($0, id: $0.id ?? "", format: formats[Int($0.file)]) }
            for members in lists { matchIDs(of: members) }
        }
    }

    /// Matches the n-th occurrences of an identifier in files of one account.
    private mutating func matchIDs(of members: [Int32]) {
        var known: [(index: Int32, account: Int32)] = []
        // The number of known entries before those of the current file, and the next one to match.
        var (earlier, next) = (0, 0)
        var file: Int32 = -1
        for index in members {
            if entries[Int(index)].file != file {
                file = entries[Int(index)].file
                (earlier, next) = (known.count, 0)
            }
            let account = accounts.account(of: file)
            while next < earlier, !FileAccounts.mayBeOne(known[next].account, account) { next += 1 }
            if next < earlier {
                originals[Int(index)] = known[next].index
                isMatchedByID[Int(index)] = true
                known[next].account = max(known[next].account, account)
                next += 1
            } else {
                known.append((index, account))
            }
        }
    }

    private mutating func matchFields() {
        let refs = references { FieldKey($0) }
        for group in groups(of: refs) {
            for members in members(of: group, by: { FieldKey($0) }) {
                for members in dividedSplits(members) { matchFields(of: members) }
            }
        }
    }

    /// Groups splits by their figures, unless some are ratios and others added shares.
    private func dividedSplits(_ members: [Int32]) -> [[Int32]] {
        let action = entries[Int(members[0])].action
        guard action.isSplit, members.allSatisfy({ entries[Int($0)].action == action }) else { return [members] }
        return Array(Dictionary(grouping: members) { SplitKey(entries[Int($0)]) }.values)
    }

    /// What numbers transactions: the format of a file, and its account.
    private struct Source {
        let format: Int32
        let account: Int32
    }

    /// A remaining entry, with facts about its repetitions.
    private struct Remaining {
        let index: Int32
        /// The last file that contains it.
        var file: Int32
        /// The account of one of its files; -1 if none states a number.
        var account: Int32
        /// The sources in which it has an identifier.
        var sources: [Source]

        /// Returns whether an identifier of a source is another transaction than this one.
        func isNumbered(by source: Source) -> Bool {
            sources.contains {
                $0.format == source.format && FileAccounts.mayBeOne($0.account, source.account)
            }
        }
    }

    private mutating func matchFields(of members: [Int32]) {
        let isOfAllAccounts = members.contains { entries[Int($0)].action == .split }
        var remaining: [Remaining] = []
        var start = 0
        while start < members.count {
            let file = entries[Int(members[start])].file
            var end = start
            while end < members.count, entries[Int(members[end])].file == file { end += 1 }
            let source = Source(format: formats[Int(file)], account: accounts.account(of: file))
            let earlier = remaining.count
            // Entries matched by identifier are reserved before others may match them.
            if earlier > 0, members[start..<end].contains(where: { originals[Int($0)] >= 0 }) {
                let matched = Set(members[start..<end].compactMap { original(of: $0) })
                for place in remaining.indices where matched.contains(remaining[place].index) {
                    remaining[place].file = file
                    remaining[place].account = max(remaining[place].account, source.account)
                }
            }
            var next = (withID: 0, withoutID: 0)
            for index in members[start..<end] where originals[Int(index)] < 0 {
                let hasID = entries[Int(index)].id != nil
                var place = hasID ? next.withID : next.withoutID
                while place < earlier,
                    remaining[place].file == file || (hasID && remaining[place].isNumbered(by: source))
                        || !(isOfAllAccounts
                            || FileAccounts.mayBeOne(remaining[place].account, source.account))
                {
                    place += 1
                }
                if place < earlier {
                    originals[Int(index)] = remaining[place].index
                    remaining[place].file = file
                    remaining[place].account = max(remaining[place].account, source.account)
                    if hasID { remaining[place].sources.append(source) }
                } else {
                    remaining.append(
                        Remaining(
                            index: index, file: file, account: source.account, sources: hasID ? [source] : []))
                }
                if hasID { next.withID = place } else { next.withoutID = place }
            }
            start = end
        }
    }

    private func original(of index: Int32) -> Int32? {
        var original: Int32?
        var next = originals[Int(index)]
        while next >= 0 {
            original = next
            next = originals[Int(next)]
        }
        return original
    }

    // MARK: Groups

    /// The hash of an entry's key with its index.
    ///
    /// Sorting these needs much less memory than a dictionary.
    private struct Reference {
        let hash: Int
        let index: Int32
    }

    private func references(_ key: (Entry) -> (some Hashable)?) -> [Reference] {
        var result: [Reference] = []
        for (index, entry) in entries.enumerated() {
            guard let key = key(entry) else { continue }
            result.append(Reference(hash: key.hashValue, index: Int32(index)))
        }
        return result.sorted { $0.hash != $1.hash ? $0.hash < $1.hash : $0.index < $1.index }
    }

    /// Returns entries with equal hashes in the order of the files, unless of one file.
    private func groups(of references: [Reference]) -> [ArraySlice<Reference>] {
        var result: [ArraySlice<Reference>] = []
        var start = 0
        while start < references.count {
            var end = start + 1
            while end < references.count, references[end].hash == references[start].hash { end += 1 }
            if entries[Int(references[start].index)].file != entries[Int(references[end - 1].index)].file {
                result.append(references[start..<end])
            }
            start = end
        }
        return result
    }

    /// Returns the members of each key among entries with equal hashes, usually a single one.
    private func members<Key: Hashable>(of group: ArraySlice<Reference>, by key: (Entry) -> Key) -> [[Int32]] {
        let members = group.map(\.index)
        let first = key(entries[Int(members[0])])
        if members.allSatisfy({ key(entries[Int($0)]) == first }) { return [members] }
        return Dictionary(grouping: members) { key(entries[Int($0)]) }.values.map { $0.sorted() }
    }
}

/// The required common properties of entries with one identifier.
private struct IDKey: Hashable {
    let format: Int32
    let id: String
    let action: Action
    let security: Int32?

    init(_ entry: Entry, id: String, format: Int32) {
        self.format = format
        self.id = id
        action = entry.action
        security = entry.security
    }
}

/// The required common properties of entries without a decisive identifier.
private struct FieldKey: Hashable {
    let day: Day
    let action: Action
    let security: Int32?
    let currency: CurrencyCode
    let quantity: Amount
    let price: Amount

    init(_ entry: Entry) {
        day = entry.time.day
        action = entry.action == .addedShares ? .split : entry.action.side ?? entry.action
        security = entry.security
        if entry.action.isSplit {
            (currency, quantity, price) = (.usd, 0, 0)
            return
        }
        currency = entry.currency
        // Files give the same payment as an amount or as quantity times price.
        quantity = entry.action.needsSecurity ? entry.quantity : 1
        price = entry.action.needsSecurity ? entry.price ?? entry.amount ?? 0 : entry.gross
    }
}

/// The additional common properties of splits given in the same way.
private struct SplitKey: Hashable {
    let quantity: Amount
    let price: Amount

    init(_ entry: Entry) {
        quantity = entry.quantity
        price = entry.price ?? 1
    }
}
