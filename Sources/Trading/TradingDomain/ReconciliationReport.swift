package import Trading

/// The content of `reconcile.json`: the treatment of the lines of an account's files.
package struct ReconciliationReport: Hashable, Sendable, Codable {
    /// A difference from the broker's figures.
    package struct Difference: Hashable, Sendable, Codable {
        /// The symbol of a position; nil for cash.
        package var symbol: String?
        /// The currency of cash; nil for a position.
        package var currency: String?
        /// The day of the broker's figure.
        package var day: Day
        /// The broker's file.
        package var file: String
        /// The line; nil if the broker omits the position.
        package var line: Int?
        /// The broker's shares or cash.
        package var broker: Amount
        /// The ledger's shares or cash.
        package var ledger: Amount
        /// The broker's figure less the ledger's.
        package var difference: Amount
    }

    /// A line that repeats an entry of another file.
    package struct Duplicate: Hashable, Sendable, Codable {
        /// The file with the repetition.
        package var file: String
        /// The line of the repetition.
        package var line: Int
        /// The file of the entry that counts.
        package var originalFile: String
        /// The line of the entry that counts.
        package var originalLine: Int
        /// Whether the match is by the broker's identifier rather than by figures.
        package var isMatchedByID: Bool
        /// Whether their figures differ.
        package var isDifferent: Bool

        private enum CodingKeys: String, CodingKey {
            case file, line
            case originalFile = "original_file"
            case originalLine = "original_line"
            case isMatchedByID = "matched_by_id"
            case isDifferent = "is_different"
        }
    }

    /// Whether lines were omitted, so that any figure may be wrong.
    package var isIncomplete: Bool
    /// The number of compared positions.
    package var comparedPositions: Int
    /// The number of compared cash balances.
    package var comparedBalances: Int
    /// The differences.
    package var differences: [Difference]
    /// The number of lines that repeat an entry of another file.
    package var duplicateCount: Int
    /// The first of these lines.
    package var duplicates: [Duplicate]
    /// The omitted lines.
    package var omissions: [OmittedLine]
    /// The skipped lines and columns.
    package var passedOver: [PassedOverPart]
    /// Notes for the user about the account and its files; `nil` without notes.
    package var notes: [String]?
    /// The unreadable files.
    package var unreadFiles: [UnreadFile]

    /// Whether no file states figures of the broker to compare with.
    package var comparesNothing: Bool { comparedPositions == 0 && comparedBalances == 0 && !isPartial }

    /// Whether figures of the broker were not compared.
    private var isPartial: Bool { notes?.contains(Reconciliation.partialNote) == true }

    /// The maximum number of listed repetitions.
    package static let maximumDuplicateCount = 10_000

    init(_ ledger: Ledger, _ reconciliation: Reconciliation, unread: [UnreadFile]) {
        let journal = ledger.journal
        func name(_ file: Int32) -> String { journal.files[Int(file)].name }
        func symbol(_ security: Int32) -> String { journal.securities[Int(security)].label }
        isIncomplete = ledger.isIncomplete
        comparedPositions = reconciliation.positionCount
        comparedBalances = reconciliation.balanceCount
        differences = reconciliation.differences.map {
            Difference(
                symbol: $0.security.map(symbol), currency: $0.currency?.description, day: $0.day, file: name($0.file),
                line: $0.line.map(Int.init), broker: $0.broker, ledger: $0.ledger, difference: $0.difference)
        }
        duplicateCount = journal.duplicates.count
        duplicates = journal.duplicates.prefix(Self.maximumDuplicateCount).map {
            let original = journal.entries[Int($0.entry)]
            return Duplicate(
                file: name($0.file), line: Int($0.line), originalFile: name(original.file),
                originalLine: Int(original.line), isMatchedByID: $0.isMatchedByID, isDifferent: $0.isDifferent)
        }
        omissions = journal.omittedLines
        passedOver = journal.passedOverParts
        var notes = journal.accountNotes ?? []
        if reconciliation.isPartial { notes.append(Reconciliation.partialNote) }
        notes += ledger.rateNotes + journal.files.flatMap { $0.notes ?? [] }
        self.notes = notes.isEmpty ? nil : notes
        unreadFiles = unread
    }

    private enum CodingKeys: String, CodingKey {
        case differences, duplicates, omissions, notes
        case isIncomplete = "is_incomplete"
        case comparedPositions = "compared_positions"
        case comparedBalances = "compared_balances"
        case duplicateCount = "duplicate_count"
        case passedOver = "passed_over"
        case unreadFiles = "unread_files"
    }
}

/// A line of an account's files that is not in the ledger.
package struct OmittedLine: Hashable, Sendable, Codable {
    /// The file.
    package var file: String
    /// The line.
    package var line: Int
    /// The security's symbol.
    package var symbol: String?
    /// The file's unknown word for the action, if any.
    package var word: String?
    /// The reason for the omission, as a sentence.
    package var reason: String
}

/// Lines or columns of a file that were skipped for one reason.
package struct PassedOverPart: Hashable, Sendable, Codable {
    /// The file.
    package var file: String
    /// The reason: one of ``PassedOver/Reason``, or `columns`.
    package var reason: String
    /// The number of lines or columns.
    package var count: Int
    /// The first lines, from 1; nil for columns.
    package var lines: [Int]?
    /// The names of the columns; nil for lines.
    package var columns: [String]?
    /// The skipped parts in words.
    package var phrase: String
}

extension KeyedDecodingContainer {
    /// Decodes an empty list from reports of earlier versions, which lack it.
    func decode(_ type: [PassedOverPart].Type, forKey key: Key) throws -> [PassedOverPart] {
        try decodeIfPresent(type, forKey: key) ?? []
    }
}

extension Journal {
    /// The omitted lines.
    var omittedLines: [OmittedLine] {
        omissions.map { omission in
            OmittedLine(
                file: files[Int(omission.file)].name, line: Int(omission.line),
                symbol: omission.security.map { securities[Int($0)].label }, word: omission.word,
                reason: reason(of: omission))
        }
    }

    /// The skipped lines and columns of all files.
    var passedOverParts: [PassedOverPart] {
        files.flatMap { file in
            let lines = file.passedOver.lines.map { lines in
                PassedOverPart(
                    file: file.name, reason: lines.reason.rawValue, count: lines.count,
                    lines: lines.lines.map(Int.init),
                    phrase: lines.phrase)
            }
            guard let phrase = file.passedOver.columnPhrase else { return lines }
            let columns = file.passedOver.columns
            return lines + [
                PassedOverPart(
                    file: file.name, reason: "columns", count: columns.count, columns: columns, phrase: phrase)
            ]
        }
    }
}

/// An unreadable file of an account, which is ignored.
package struct UnreadFile: Hashable, Sendable, Codable {
    /// The name.
    package var name: String
    /// The code of the failure; nil if the file was deleted.
    package var code: String?
}
