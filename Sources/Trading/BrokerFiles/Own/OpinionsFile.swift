import FailureModel
import Trading
import Values

/// `NAME.opinions.json`: a list of objects, one for each opinion.
struct OpinionsFile {
    /// Reads a file.
    static func read(_ bytes: [UInt8], into draft: inout Draft) throws(Failure) {
        let name = draft.file.name
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            throw Failure(.malformedTable, "\(name) is UTF-16 text; save it as UTF-8.")
        }
        switch try JSONReader.read(bytes, into: OpinionsVisitor(draft: draft)) {
        case .success(let visitor): draft = visitor.draft
        case .failure(let mistake):
            throw Failure(
                .malformedTable, "\(name) is not valid JSON at line \(mistake.line).",
                at: .file(name, line: mistake.line, column: nil))
        }
    }
}

/// Receives the parts of the JSON, and creates an opinion from each object.
private struct OpinionsVisitor: JSONVisitor {
    /// A value of an object with its line.
    private struct Member {
        var line: Int
        var scalars: [JSONScalar]
        var isList: Bool
    }

    var draft: Draft
    /// The nesting depth.
    ///
    /// It is 0 outside, 1 in the list, 2 in an object, and 3 in a list of an object.
    private var depth = 0
    private var line = 0
    private var key = ""
    private var members: [String: Member] = [:]
    private var count = 0

    init(draft: Draft) {
        self.draft = draft
    }

    private static let keys = [
        "symbol", "advisor", "weight", "type", "confidence", "target_price", "stop_loss", "reasoning", "factors",
        "risk_factors", "date",
    ]

    private func malformed(_ message: String, line: Int) -> Failure {
        Failure(.malformedTable, message, at: .file(draft.file.name, line: line, column: nil))
    }

    private var shape: String { "\(draft.file.name) must be a list of objects, one for each opinion." }

    mutating func beginObject(line: Int) throws(Failure) {
        guard depth == 1 else { throw malformed(shape, line: line) }
        count += 1
        guard count <= draft.limits.rows else {
            throw Failure(.tooManyRows, "\(draft.file.name) has more than \(draft.limits.rows) opinions.")
        }
        depth = 2
        self.line = line
        members = [:]
    }

    mutating func beginList(line: Int) throws(Failure) {
        switch depth {
        case 0: depth = 1
        case 2:
            depth = 3
            members[key] = Member(line: line, scalars: [], isList: true)
        default: throw malformed(shape, line: line)
        }
    }

    mutating func end() {
        if depth == 2 { complete() }
        depth -= 1
    }

    mutating func key(_ key: String, line: Int) throws(Failure) {
        if !Self.keys.contains(key) {
            draft.diagnostics.add(
                .unknownColumns, "A key is not one of \(Self.keys.joined(separator: ", ")).", line: line)
        } else if members[key] != nil {
            draft.diagnostics.add(.malformedTable, "The key \(key) is written twice.", line: line)
        }
        self.key = key
    }

    mutating func scalar(_ scalar: JSONScalar, line: Int) throws(Failure) {
        if case .text(let text) = scalar, text.utf8.count > draft.limits.cellLength {
            throw malformed("A text is longer than \(draft.limits.cellLength) bytes.", line: line)
        }
        switch depth {
        case 2: members[key] = Member(line: line, scalars: [scalar], isList: false)
        case 3:
            // The size of the file bounds the number.
            members[key]?.scalars.append(scalar)
        default: throw malformed(shape, line: line)
        }
    }

    // MARK: Members

    private mutating func complete() {
        let before = draft.diagnostics.count
        let symbol = requiredText("symbol")?.uppercased()
        if let symbol, symbol.utf8.count > draft.limits.nameLength {
            draft.diagnostics.add(
                .malformedTable, "The symbol has more than \(draft.limits.nameLength) bytes.", line: line)
        }
        let advisor = requiredText("advisor")
        let weight = number("weight", above: 0)
        let type = requiredText("type").flatMap { text -> Opinion.Verdict? in
            guard let verdict = Opinion.Verdict(rawValue: text.uppercased()) else {
                let known = Opinion.Verdict.allCases.map(\.rawValue).joined(separator: ", ")
                draft.diagnostics.add(.unknownAction, "The type is not one of \(known).", line: place("type"))
                return nil
            }
            return verdict
        }
        let confidence = number("confidence", above: nil)
        if isMissing("confidence") {
            draft.diagnostics.add(.malformedTable, "The key confidence is missing.", line: line)
        } else if let confidence, !(0...1).contains(confidence) {
            draft.diagnostics.add(
                .malformedTable, "The confidence must be a number from 0 to 1.", line: place("confidence"))
        }
        let day = requiredText("date").flatMap { text -> Day? in
            guard let day = DateText.iso(text)?.day else {
                draft.diagnostics.add(
                    .dateUnreadable, "The date must be written as 2025-12-31, from 1900 to 2199.", line: place("date"))
                return nil
            }
            return day
        }
        let (target, stop) = (number("target_price", above: 0), number("stop_loss", above: 0))
        let reasoning = text("reasoning") ?? ""
        let (factors, risks) = (texts("factors"), texts("risk_factors"))
        guard draft.diagnostics.count == before, let symbol, let advisor, let type, let confidence, let day else {
            return
        }
        draft.file.opinions.append(
            Opinion(
                security: draft.securities.index(symbol: symbol), advisor: advisor, weight: weight ?? 1, verdict: type,
                confidence: confidence, targetPrice: target, stopLoss: stop, reasoning: reasoning, factors: factors,
                riskFactors: risks, day: day))
    }

    private func place(_ key: String) -> Int { members[key]?.line ?? line }

    private func isMissing(_ key: String) -> Bool {
        guard let member = members[key] else { return true }
        return !member.isList && member.scalars == [.null]
    }

    private mutating func requiredText(_ key: String) -> String? {
        let text = text(key)
        if isMissing(key) || text?.trimmed.isEmpty == true {
            draft.diagnostics.add(.malformedTable, "The key \(key) is missing.", line: line)
            return nil
        }
        return text.map { String($0.trimmed) }
    }

    private mutating func text(_ key: String) -> String? {
        guard let member = members[key] else { return nil }
        switch (member.isList, member.scalars.first) {
        case (false, .text(let text)): return text
        case (false, .null): return nil
        default:
            let code: ErrorCode = key == "date" ? .dateUnreadable : .malformedTable
            draft.diagnostics.add(code, "The value of \(key) must be text.", line: member.line)
            return nil
        }
    }

    private mutating func texts(_ key: String) -> [String] {
        guard let member = members[key], member.isList || member.scalars != [.null] else { return [] }
        var texts: [String] = []
        for scalar in member.scalars {
            guard member.isList, case .text(let text) = scalar else {
                draft.diagnostics.add(
                    .malformedTable, "The value of \(key) must be a list of texts.", line: member.line)
                return []
            }
            texts.append(text)
        }
        return texts
    }

    private mutating func number(_ key: String, above bound: Amount?) -> Amount? {
        guard let member = members[key], member.isList || member.scalars != [.null] else { return nil }
        guard !member.isList, case .number(let text)? = member.scalars.first, let number = Amount(exactly: text) else {
            draft.diagnostics.add(
                .malformedTable,
                "The value of \(key) must be a number with at most 20 digits before or after the point.",
                line: member.line)
            return nil
        }
        if let bound, number <= bound {
            draft.diagnostics.add(
                .malformedTable, "The value of \(key) must be greater than \(bound).", line: member.line)
            return nil
        }
        return number
    }
}
