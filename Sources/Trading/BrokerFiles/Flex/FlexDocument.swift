import Expat
import FailureModel
import Trading

/// An element of a section of a Flex statement, such as a trade.
struct FlexElement {
    let name: String
    let attributes: [String: String]
    /// The line of its start tag, or ``number`` if several elements share a line.
    var line: Int
    /// Its number among all elements, from 1.
    let number: Int

    /// Returns an attribute without surrounding white space; `nil` if it is empty.
    subscript(_ name: String) -> String? {
        guard let text = attributes[name].map({ String($0.trimmed) }), !text.isEmpty else { return nil }
        return text
    }
}

/// A Flex statement of Interactive Brokers in XML, as its elements.
struct FlexDocument {
    /// The statements with their periods.
    private(set) var statements: [FlexElement] = []
    /// The elements of the used sections by name, in the order of the document.
    private(set) var elements: [String: [FlexElement]] = [:]
    /// The names of sections with content that are not used.
    private(set) var unusedSections: [String] = []

    /// The names of unknown columns with content, with their sections.
    private(set) var unusedColumns: [String] = []
    /// The words of messages.
    private(set) var terms = FlexTerms.flex

    /// Whether elements have numbers instead of lines, because several share a line.
    private(set) var areNumbered = false

    /// The names of the used elements.
    private static let used: Set<String> = [
        "Trade", "Order", "CashTransaction", "CorporateAction", "Transfer", "OpenPosition", "CashReportCurrency",
        "ConversionRate", "AccountInformation",
    ]
    /// Elements that repeat others or describe securities.
    private static let repetitions: Set<String> = [
        "Lot", "WashSale", "SymbolSummary", "AssetSummary", "SecurityInfo", "SymbolSummaryInBase",
    ]
    /// The used sections.
    private static let sections: Set<String> = [
        "Trades", "CashTransactions", "CorporateActions", "Transfers", "OpenPositions", "CashReport", "ConversionRates",
        "AccountInformation", "SecuritiesInfo",
    ]

    /// Creates the document of elements that were in another format.
    init(
        statements: [FlexElement], elements: [String: [FlexElement]], unusedSections: [String],
        unusedColumns: [String], terms: FlexTerms
    ) {
        self.statements = statements
        self.elements = elements
        self.unusedSections = unusedSections
        self.unusedColumns = unusedColumns
        self.terms = terms
    }

    /// Returns the elements of a name as rows.
    func rows(_ element: String, _ columns: FlexRows.Columns) -> FlexRows {
        FlexRows(elements[element] ?? [], columns, terms)
    }

    /// Reads a document.
    ///
    /// - Throws: `malformed_table` for XML that is not well-formed or no statement; `too_many_rows`.
    init(_ bytes: [UInt8], name: String, limits: AccountFileLimits) throws(Failure) {
        let lines = Self.startTagLines(bytes)
        var path: [String] = []
        var count = 0
        var failure: Failure?
        var document = Content()
        do {
            try XMLEvents.read(bytes) { event in
                switch event {
                case .start(let element, let attributes):
                    let line = count < lines.count ? lines[count] : 1
                    count += 1
                    path.append(element)
                    failure = document.start(
                        FlexElement(name: element, attributes: attributes, line: line, number: count), path)
                    if failure == nil { failure = Self.refusal(attributes, line, count, name, limits) }
                    return failure == nil
                case .end:
                    path.removeLast()
                    return true
                case .text: return true
                }
            }
        } catch {
            let message =
                error.kind == .declaration
                ? "\(name) declares a document type, which a Flex statement never does."
                : "\(name) is not well-formed XML; perhaps it was not downloaded completely."
            throw Failure(.malformedTable, message, at: .file(name, line: error.line, column: nil))
        }
        if let failure {
            throw Failure(failure.code, failure.message, at: failure.location ?? .file(name, line: 1, column: nil))
        }
        (statements, elements) = (document.statements, document.elements)
        // Rows are identified by their lines.
        let all = elements.values.joined()
        areNumbered = Set(all.map(\.line)).count < all.count
        if areNumbered {
            elements = elements.mapValues { elements in
                elements.map { element in
                    var element = element
                    element.line = element.number
                    return element
                }
            }
        }
        unusedSections = document.unused
    }

    /// What was read so far.
    private struct Content {
        var statements: [FlexElement] = []
        var elements: [String: [FlexElement]] = [:]
        var unused: [String] = []

        mutating func start(_ element: FlexElement, _ path: [String]) -> Failure? {
            switch path.count {
            case 1:
                if element.name == "FlexStatementResponse" {
                    return Failure(
                        .malformedTable,
                        "The file is the service’s answer to a request for a statement, without the statement.")
                }
                if element.name != "FlexQueryResponse" {
                    return Failure(.unknownColumns, "The file is not a Flex statement of Interactive Brokers.")
                }
            case 3 where element.name == "FlexStatement": statements.append(element)
            case 4 where path[2] == "FlexStatement" && element.name == "AccountInformation":
                elements[element.name, default: []].append(element)
            case 5 where FlexDocument.used.contains(element.name) && FlexDocument.sections.contains(path[3]):
                elements[element.name, default: []].append(element)
            case 5 where !FlexDocument.sections.contains(path[3]) || !FlexDocument.repetitions.contains(element.name):
                if !unused.contains(path[3]) { unused.append(path[3]) }
            default: break
            }
            return nil
        }
    }

    private static func refusal(
        _ attributes: [String: String], _ line: Int, _ count: Int, _ name: String, _ limits: AccountFileLimits
    ) -> Failure? {
        if count > limits.rows {
            return Failure(
                .tooManyRows, "\(name) has more than \(limits.rows) elements.",
                at: .file(name, line: line, column: nil))
        }
        guard attributes.values.contains(where: { $0.utf8.count > limits.cellLength }) else { return nil }
        return Failure(
            .malformedTable, "An attribute has more than \(limits.cellLength >> 10) KB.",
            at: .file(name, line: line, column: nil))
    }

    /// Returns the lines of all start tags.
    ///
    /// A tag begins with “<” and a letter; comments, declarations and CDATA begin otherwise, and are passed over.
    private static func startTagLines(_ bytes: [UInt8]) -> [Int] {
        var lines: [Int] = []
        var line = 1
        var place = 0
        func skip(to end: StaticString) {
            let length = end.utf8CodeUnitCount
            let text = UnsafeBufferPointer(start: end.utf8Start, count: length)
            while place + length <= bytes.count, !bytes[place..<place + length].elementsEqual(text) {
                if bytes[place] == UInt8(ascii: "\n") { line += 1 }
                place += 1
            }
        }
        while place < bytes.count {
            switch bytes[place] {
            case UInt8(ascii: "\n"): line += 1
            case UInt8(ascii: "<"):
                let rest = bytes[place...]
                if rest.starts(with: "<!--".utf8) {
                    skip(to: "-->")
                } else if rest.starts(with: "<![CDATA[".utf8) {
                    skip(to: "]]>")
                } else if let next = rest.dropFirst().first, next != UInt8(ascii: "/"), next != UInt8(ascii: "?"),
                    next != UInt8(ascii: "!")
                {
                    lines.append(line)
                }
            default: break
            }
            place += 1
        }
        return lines
    }
}
