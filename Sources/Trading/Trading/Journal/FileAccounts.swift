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
