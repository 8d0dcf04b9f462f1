import FailureModel
import Files
import Foundation
import Trading

/// An activity statement of Interactive Brokers, as the Flex statement that has the same content.
enum ActivityStatement {
    /// Reads a statement, with the words of a column file that adds to known tables.
    static func read(_ feed: ByteFeed, _ columns: ColumnFile?, into draft: inout Draft) throws(Failure) {
        let name = draft.file.name
        let file = try ActivityRows(feed, name: name, limits: draft.limits)
        let rows = file.rows
        let sections = Dictionary(grouping: rows, by: \.section)
        func named(_ field: String, in section: String) -> String? {
            sections[section]?.first { $0["Field Name"] == field }?["Field Value"]
        }
        if let title = named("Title", in: "Statement"), title != "Activity Statement" {
            throw Failure(
                .unknownColumns,
                "\(name) is a report of another kind of Interactive Brokers; export the activity statement as CSV.")
        }
        let account = ActivityAccount(
            number: named("Account", in: "Account Information"),
            currency: named("Base Currency", in: "Account Information"),
            period: named("Period", in: "Statement"), securities: sections["Financial Instrument Information"] ?? [])
        let accounts = Set(rows.compactMap { $0["Account"] }.filter { $0 != "Total" })
        guard accounts.count < 2 else {
            throw Failure(.malformedTable, "\(name) has the rows of several accounts; export each alone.")
        }
        let orders = Set(rows.compactMap(ActivityElements.order))
        var elements: [String: [FlexElement]] = [:]
        var unused: [String] = []
        for row in rows where !row.isTotal {
            guard ActivityElements.isUsed(row.section) else {
                if !ActivityElements.isRepetition(row.section), !unused.contains(row.section) {
                    unused.append(row.section)
                }
                continue
            }
            guard row["Currency"] != nil else {
                draft.diagnostics.add(.malformedTable, "The row has no currency.", line: row.line)
                continue
            }
            if let (element, attributes) = ActivityElements.element(of: row, account, orders) {
                elements[element, default: []].append(
                    FlexElement(name: element, attributes: attributes, line: row.line, number: row.line))
            }
        }
        elements["AccountInformation"] = account.currency.map { currency in
            [FlexElement(name: "AccountInformation", attributes: ["currency": currency], line: 1, number: 1)]
        }
        let statement = FlexElement(name: "FlexStatement", attributes: account.attributes, line: 1, number: 1)
        try FlexFile.read(
            FlexDocument(
                statements: [statement], elements: elements, unusedSections: unused,
                unusedColumns: file.unknownColumns, terms: .activity), columns, into: &draft)
    }
}

/// What a statement says of its account as a whole.
struct ActivityAccount {
    let number: String?
    let currency: String?
    /// The first and the last day, as `yyyyMMdd`.
    let period: (first: String, last: String)?
    /// The ISIN or CUSIP of each security by its symbols.
    private let identifiers: [String: String]

    init(number: String?, currency: String?, period: String?, securities: [ActivityRows.Row]) {
        self.number = number
        self.currency = currency
        self.period = period.flatMap(Self.days)
        var identifiers: [String: String] = [:]
        for security in securities {
            guard let identifier = security["Security ID"] else { continue }
            // A security that was renamed has several symbols.
            for symbol in (security["Symbol"] ?? "").split(separator: ",") {
                identifiers[String(symbol.trimmed)] = identifier
            }
        }
        self.identifiers = identifiers
    }

    /// The attributes of a Flex statement.
    var attributes: [String: String] {
        var attributes: [String: String] = [:]
        attributes["accountId"] = number
        attributes["fromDate"] = period?.first
        attributes["toDate"] = period?.last
        return attributes
    }

    /// Returns the attributes that identify a security by its symbol.
    func identity(of symbol: String) -> [String: String] {
        Self.identity(identifiers[symbol]).merging(["symbol": symbol]) { $1 }
    }

    /// Returns the attribute with an identifier.
    ///
    /// It is an ISIN or a CUSIP by its length.
    static func identity(_ identifier: String?) -> [String: String] {
        switch identifier?.count {
        case 12: ["isin": identifier ?? ""]
        case 9: ["cusip": identifier ?? ""]
        default: [:]
        }
    }

    /// Parses `January 1, 2025 - December 31, 2025`, or a single day.
    private static func days(_ text: String) -> (first: String, last: String)? {
        let months = [
            "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
            "November",
            "December",
        ]
        let days = text.components(separatedBy: " - ").compactMap { part -> String? in
            let words = part.split(whereSeparator: { " ,".contains($0) })
            guard words.count == 3, let month = months.firstIndex(of: String(words[0])), let day = Int(words[1]),
                (1...31).contains(day), words[2].count == 4, Int(words[2]) != nil
            else { return nil }
            let numbers = [month + 1, day].map { $0 < 10 ? "0\($0)" : "\($0)" }
            return words[2] + numbers.joined()
        }
        guard let first = days.first, let last = days.last else { return nil }
        return (first, last)
    }
}
