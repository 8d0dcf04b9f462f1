import Crypto
import FormModel
import Foundation

/// Makes fields of the chosen candidates: order, types, labels, groups, identities.
struct FieldBuilder {
    let around: Surroundings
    let read: ReadPage

    init(_ around: Surroundings, read: ReadPage) {
        self.around = around
        self.read = read
    }

    func build(_ chosen: [Candidate]) -> [Field] {
        let ordered = ReadingOrder.sorted(chosen)
        let labeller = Labeller(around, fields: ordered.map(\.region))
        return ordered.enumerated().map { i, c in
            let label = labeller.label(of: c)
            let name = "p\(read.page + 1)f\(i + 1)"
            let region = read.displayed(c.region)
            return Field(
                id: Self.identity(of: name, region), name: name, page: read.page, region: region,
                type: Typing.type(of: c, label: label.text), label: label.text,
                confidence: Scorer.trained.confidence(c.score),
                evidence: c.evidence, combEdges: c.kind == .comb ? c.combEdges : nil,
                baseline: c.kind == .line && c.evidence == .rule ? c.floor - 2 : nil)
        }
    }

    /// The same page and place give the same identity (RFC 9562, version 8: a hash of our own making).
    static func identity(of name: String, _ r: Region) -> UUID {
        let text = "\(name) \(r.x) \(r.y) \(r.width) \(r.height)"
        var b = Array(SHA256.hash(data: Data(text.utf8)).prefix(16))
        b[6] = b[6] & 0x0F | 0x80
        b[8] = b[8] & 0x3F | 0x80
        return UUID(
            uuid: (
                b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9], b[10], b[11], b[12], b[13], b[14],
                b[15]
            ))
    }
}

/// The order in which a person fills the fields in.
enum ReadingOrder {
    /// Rows from the top, each from the left: fields belong to one row where they overlap in height by half.
    static func sorted(_ candidates: [Candidate]) -> [Candidate] {
        var rows: [(top: Double, bottom: Double, members: [Candidate])] = []
        for c in candidates.sorted(by: { ($0.region.bottom, $0.region.left) < ($1.region.bottom, $1.region.left) }) {
            let r = c.region
            if let last = rows.indices.last, abs(rows[last].bottom - r.bottom) < 5 {
                rows[last].members.append(c)
            } else {
                rows.append((r.top, r.bottom, [c]))
            }
        }
        return rows.flatMap { $0.members.sorted { $0.region.left < $1.region.left } }
    }
}

/// What kind of value a field takes.
enum Typing {
    static func type(of c: Candidate, label: String) -> FieldType {
        switch c.kind {
        case .box: return .checkbox
        case .stack, .tall: return .multiline
        case .comb, .line, .upper, .series, .part, .captioned, .inline: break
        }
        let words = Set(label.lowercased().split { !$0.isLetter }.map(String.init))
        if words.contains("signature") || words.contains("sign"), !words.contains("date") || words.first == "signature"
        {
            return .signature
        }
        if words.contains("date") || label.uppercased().contains("MM/DD") || label.uppercased().contains("MM-DD") {
            return .date
        }
        if c.region.height > 30 { return .multiline }
        return .text
    }
}
