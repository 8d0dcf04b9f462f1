import BrokerFiles
import FailureModel
import Foundation
import TestSupport
import Testing
import Trading

/// Reads text as a file of an account.
func read(
    _ text: String, as name: String, columns: ColumnFile? = nil, limits: AccountFileLimits = AccountFileLimits()
) throws -> EntryFile {
    try AccountFileReader(limits: limits).read(Data(text.utf8), name: name, columns: columns)
}

/// Reads a public sample.
func sample(_ name: String, as file: String, columns: ColumnFile? = nil) throws -> EntryFile {
    try AccountFileReader().read(TestData.data("brokers/\(name)"), name: file, columns: columns)
}

/// The failure with which text is refused.
func refusal(
    _ text: String, as name: String, columns: ColumnFile? = nil, limits: AccountFileLimits = AccountFileLimits(),
    sourceLocation: SourceLocation = #_sourceLocation
) throws -> Failure {
    let failure = #expect(throws: Failure.self, sourceLocation: sourceLocation) {
        try read(text, as: name, columns: columns, limits: limits)
    }
    return try #require(failure, sourceLocation: sourceLocation)
}

extension Failure {
    /// Code, line and column of each mistake, as `code line:column`.
    var places: [String] {
        all.map { failure in
            guard case .file(_, let line, let column) = failure.location else { return "\(failure.code)" }
            return "\(failure.code) \(line.map(String.init) ?? "-"):\(column.map(String.init) ?? "-")"
        }
    }
}

extension EntryFile {
    /// An entry on one line, for comparison.
    func summary(_ entry: Entry) -> String {
        var parts = [entry.time.description, entry.action.rawValue]
        if let security = entry.security { parts.append(securities[Int(security)].label) }
        if entry.quantity != 0 { parts.append("\(entry.quantity)") }
        if let price = entry.price { parts.append("at \(price)") }
        if let amount = entry.amount { parts.append("for \(amount)") }
        parts.append(entry.currency.description)
        if entry.fees != 0 { parts.append("fees \(entry.fees)") }
        if let id = entry.id { parts.append("id \(id)") }
        return parts.joined(separator: " ")
    }

    /// All entries, each on a line.
    var summaries: [String] { entries.map(summary) }

    /// Reason, security and line of each omission.
    var omitted: [String] {
        omissions.map { omission in
            let security = omission.security.map { " \(securities[Int($0)].label)" } ?? ""
            return "\(omission.reason)\(security) \(omission.line)"
        }
    }

    /// The file as a stage writes it for the next one, read again.
    func writtenAndRead() throws -> EntryFile {
        var reader = EntryText.Reader<EntryFile>()
        try write { try reader.read($0) }
        return try EntryFile(reader)
    }

    /// What was passed over, as phrases.
    var passedOverPhrases: [String] { passedOver.phrases }

    /// What the entries add to the cash of their currency.
    var cash: Amount {
        entries.reduce(0) { sum, entry in
            switch entry.action {
            case .sell, .dividend, .interest, .deposit: sum + entry.gross - entry.fees
            case .buy, .withdrawal, .fee, .tax: sum - entry.gross - entry.fees
            default: sum
            }
        }
    }
}
