/// The accounts of files, by the account number that each file states.
struct FileAccounts {
    /// The accounts from 0, by file; -1 without a number.
    private let accounts: [Int32]
    /// The number of different account numbers.
    let count: Int

    /// Numbers the accounts of files.
    ///
    /// - Parameter endings: the last characters of the account number that each file states.
    init(endings: [String?]) {
        var numbers: [String: Int32] = [:]
        accounts = endings.map { ending in
            guard let ending, !ending.isEmpty else { return -1 }
            let number = numbers[ending] ?? Int32(numbers.count)
            numbers[ending] = number
            return number
        }
        count = numbers.count
    }

    /// Returns the account of a file, or -1.
    func account(of file: Int32) -> Int32 { accounts[Int(file)] }

    /// Returns whether two accounts are equal, or one is unknown.
    static func mayBeOne(_ first: Int32, _ second: Int32) -> Bool { first < 0 || second < 0 || first == second }
}

extension Journal {
    /// Returns a journal per account; `nil` if the account of an entry is unknown.
    ///
    /// Each has the entries, positions and balances of the files that state its number, and all splits.
    func parts(of accounts: FileAccounts) -> [Journal]? {
        var owners = entries.map { accounts.account(of: $0.file) }
        for duplicate in duplicates where owners[Int(duplicate.entry)] < 0 {
            owners[Int(duplicate.entry)] = accounts.account(of: duplicate.file)
        }
        for (entry, owner) in zip(entries, owners) where owner < 0 && entry.action != .split { return nil }
        return (0..<Int32(accounts.count)).map { account in
            var part = self
            // The ratio of a split is stated once for all accounts.
            part.entries = zip(entries, owners).filter { $1 == account || $0.action == .split }.map(\.0)
            part.positions.removeAll { accounts.account(of: $0.file) != account }
            part.balances.removeAll { accounts.account(of: $0.file) != account }
            part.duplicates = []
            return part
        }
    }
}
