import FailureModel
import Trading

/// The nesting of the aggregates of an OFX file.
enum OFXStructure {
    /// The names of aggregates that are transactions.
    static let transactions = Set(OFXTransaction.Kind.allCases.map(\.rawValue))
    /// The names of aggregates that are positions.
    static let positions: Set<String> = ["POSDEBT", "POSMF", "POSOPT", "POSOTHER", "POSSTOCK"]
    /// The names of aggregates that describe a security.
    static let securities: Set<String> = ["DEBTINFO", "MFINFO", "OPTINFO", "OTHERINFO", "STOCKINFO"]
    /// The names of aggregates with the cash of a statement.
    static let balances: Set<String> = ["INVBAL", "INV401KBAL"]
    /// The names of aggregates that list transactions or positions.
    static let lists: Set<String> = ["INVTRANLIST", "INVPOSLIST"]
    /// The parts of a transaction, position or security.
    ///
    /// Elements of others, such as an address or another account, describe something else.
    static let parts: Set<String> = [
        "INVBUY", "INVSELL", "INVTRAN", "STMTTRN", "INVPOS", "SECINFO", "SECID", "CURRENCY", "ORIGCURRENCY",
    ]
    /// Aggregates with a required end tag.
    ///
    /// Others may lack one, like empty elements.
    private static let closed = transactions.union(positions).union(parts).union(lists).union([
        "OFX", "SIGNONMSGSRSV1", "SONRS", "STATUS", "FI", "INVSTMTMSGSRSV1", "INVSTMTTRNRS", "INVSTMTRS",
        "INVACCTFROM", "INVBAL", "SECLISTMSGSRSV1", "SECLIST",
    ])

    /// Returns the tokens with a matching end for each start of an aggregate.
    ///
    /// Starts without an end become empty elements, and ends after elements with text are omitted.
    static func tokens(of tokenizer: inout OFXTokenizer, _ name: String) throws(Failure) -> [OFXToken] {
        var tokens: [OFXToken] = []
        /// The places of starts without an end so far.
        var open: [Int] = []
        var lastLeaf: String?
        while let token = try tokenizer.next() {
            switch token.kind {
            case .open:
                open.append(tokens.count)
                tokens.append(token)
                lastLeaf = nil
            case .leaf(let text):
                guard text.isEmpty || !closed.contains(token.name) else {
                    throw malformed("The element \(token.name) has text instead of elements.", token, name)
                }
                tokens.append(token)
                lastLeaf = token.name
            case .close:
                if lastLeaf == token.name {
                    lastLeaf = nil
                    continue
                }
                lastLeaf = nil
                guard let start = open.lastIndex(where: { tokens[$0].name == token.name }) else {
                    throw malformed("There is the end of an element that does not begin.", token, name)
                }
                for place in open[(start + 1)...] {
                    guard !closed.contains(tokens[place].name) else {
                        throw malformed("The element \(tokens[place].name) is never closed.", tokens[place], name)
                    }
                    tokens[place].kind = .leaf("")
                }
                let place = open[start]
                open.removeLast(open.count - start)
                if place == tokens.count - 1, !closed.contains(token.name) {
                    tokens[place].kind = .leaf("")
                } else {
                    tokens.append(token)
                }
                if token.name == "OFX", open.isEmpty { return tokens }
            }
        }
        throw Failure(.malformedTable, "\(name) ends within an element; perhaps it was not downloaded completely.")
    }

    /// Returns an error at a token.
    static func malformed(_ message: String, _ token: OFXToken, _ name: String) -> Failure {
        Failure(.malformedTable, message, at: .file(name, line: token.line, column: token.column))
    }
}
