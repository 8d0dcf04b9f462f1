import FailureModel

/// The parts of a file that its reader skipped.
///
/// They are lines that are not rows of its table, and columns that it does not use.
///
/// They do not make an account incomplete, but each is counted and named.
package struct PassedOver: Hashable, Sendable, Codable {
    /// The reason for skipping lines.
    package enum Reason: String, Hashable, Sendable, Codable, CaseIterable {
        /// The lines precede the header.
        case title
        /// The lines follow the rows of the table.
        case trailer
        /// The lines repeat others, such as orders and totals.
        case repetition
        /// The lines cancel each other.
        case cancelled
        /// The column file skips the lines.
        case skipped
        /// The lines move neither shares nor cash.
        case noMovement = "no_movement"
        /// The lines concern another account, such as a bank account.
        case otherAccount = "other_account"
        /// The lines state the broker's cash without a date.
        case undated
        /// The tax is in a currency without a rate; the payment is booked after tax.
        case taxCurrency = "tax_currency"
        /// The fee of an exchange is part of the amount paid.
        case exchangeFee = "exchange_fee"

        /// The reason as words that follow a number of lines.
        package var phrase: String {
            switch self {
            case .title: "above the table"
            case .trailer: "below the table"
            case .repetition: "repeating other lines"
            case .cancelled: "taking each other back"
            case .skipped: "that the format of the table skips"
            case .noMovement: "moving neither shares nor cash"
            case .otherAccount: "about another account"
            case .undated: "stating a balance without a date"
            case .exchangeFee: "with a fee that is part of the amount exchanged"
            case .taxCurrency: "with tax in a currency without a rate, booked after tax"
            }
        }
    }

    /// Lines skipped for the same reason.
    package struct Lines: Hashable, Sendable, Codable {
        /// The reason.
        package let reason: Reason
        /// The number of lines.
        package fileprivate(set) var count: Int
        /// The first lines, from 1; at most ``PassedOver/maximumLineCount``.
        package fileprivate(set) var lines: [Int32]

        /// The lines as a phrase, such as `2 lines above the table (1-2)`.
        package var phrase: String { "\(count.counted("line")) \(reason.phrase) (\(text))" }

        /// The lines as text, such as `1-3, 7`, abbreviated if there are many.
        var text: String { LineRanges.text(of: lines.sorted(), count: count) }
    }

    /// The lines, by reason.
    package private(set) var lines: [Lines] = []
    /// The names of unused columns with content.
    package var columns: [String] = []

    /// Maximum number of listed lines per reason; further ones are only counted.
    package static let maximumLineCount = 1_000

    /// Creates an empty list.
    package init() {}

    /// Whether nothing was skipped.
    package var isEmpty: Bool { lines.isEmpty && columns.isEmpty }

    /// The number of lines and columns.
    package var count: Int { lines.reduce(columns.count) { $0 + $1.count } }

    /// Adds a line.
    package mutating func add(_ reason: Reason, line: Int) {
        let line = Int32(clamping: line)
        guard let place = lines.firstIndex(where: { $0.reason == reason }) else {
            lines.append(Lines(reason: reason, count: 1, lines: [line]))
            return
        }
        lines[place].count += 1
        if lines[place].lines.count < PassedOver.maximumLineCount { lines[place].lines.append(line) }
    }

    /// The skipped parts as one phrase per reason.
    package var phrases: [String] { lines.map(\.phrase) + [columnPhrase].compactMap { $0 } }

    /// The columns as a phrase, such as `2 columns without a use (Status, Type)`.
    package var columnPhrase: String? {
        guard !columns.isEmpty else { return nil }
        let names = columns.listed(LineRanges.maximumCount)
        return "\(columns.count.counted("column")) without a use (\(names))"
    }
}

extension KeyedDecodingContainer {
    /// Decodes an empty value from files of earlier versions, which lack it.
    package func decode(_ type: PassedOver.Type, forKey key: Key) throws -> PassedOver {
        try decodeIfPresent(type, forKey: key) ?? PassedOver()
    }
}
