import FailureModel

/// The account numbers that an account's files state.
enum AccountNumbers {
    /// Returns a note if files state different numbers, without quoting any.
    static func notes(on files: [EntryFile]) -> [String] {
        var names: [(ending: String, files: [String])] = []
        for file in files {
            guard let ending = file.accountNumberEnding, !ending.isEmpty else { continue }
            if let place = names.firstIndex(where: { $0.ending == ending }) {
                names[place].files.append(file.name)
            } else {
                names.append((ending, [file.name]))
            }
        }
        guard let first = names.first, names.count > 1 else { return [] }
        let others = names.dropFirst().flatMap(\.files).uniqued()
        return [
            "Files state different account numbers: \(others.listed(10)) another than \(first.files[0]). The account "
                + "adds up all of them; if that is not meant, remove those files and add them to another account."
        ]
    }
}

extension [String] {
    /// The texts without repetitions.
    fileprivate func uniqued() -> [String] {
        var seen: Set<String> = []
        return filter { seen.insert($0).inserted }
    }
}
