import Geometry
import Foundation
import PDFSyntax

/// The start of a text on a page, with the number of its marked content.
struct MarkedText {
    var number: Int
    /// The start of the baseline on the displayed page.
    var x: Double
    var y: Double

    /// Returns the distance of a region in reading order.
    ///
    /// The nearest is text that begins before it on its line, then text above it.
    func distance(to region: Region) -> Double {
        let isOnLine = y > region.top - 1 && y < region.bottom + 4
        if isOnLine, x <= region.midX { return max(0, region.left - x) / 10 }
        let above = region.top - y
        let aside = max(0, region.left - x, x - region.right)
        return above >= -4 ? 100 + above * 4 + aside : 10_000 - above * 4 + aside
    }

    /// The maximum number of positions kept per page.
    private static let limit = 20_000

    /// Finds the text in a page's own content by its positioning operators (ISO 32000-1, 9.4).
    ///
    /// Character widths are ignored.
    static func find(on page: PDFObject, in file: PDFFile) throws(QPDFError) -> [MarkedText] {
        let content = try file.pageContent(of: page)
        let (geometry, properties) = (file.geometry(of: page), page.inherited("/Resources")["/Properties"])
        return content.withUnsafeBytes { raw in
            let bytes = raw.bindMemory(to: UInt8.self)
            return find(PDFTokens(bytes, 0..<bytes.count), properties).map { text in
                let place = geometry.displayed(x1: text.x, y1: text.y, x2: text.x, y2: text.y)
                return MarkedText(number: text.number, x: place.x, y: place.y)
            }
        }
    }

    private static func find(_ content: PDFTokens, _ properties: PDFObject) -> [MarkedText] {
        var found: [MarkedText] = []
        var tokens = content
        var operands: [PDFTokens.Token] = []
        var state = (page: PDFMatrix(), line: PDFMatrix(), leading: 0.0)
        var saved: [PDFMatrix] = []
        var open: [Int?] = []
        func numbers(_ count: Int) -> [Double] { operands.suffix(count).compactMap { tokens.number($0.range) } }
        func move(_ x: Double, _ y: Double) {
            if let step = PDFMatrix([1, 0, 0, 1, x, y]) { state.line = step.then(state.line) }
        }
        while found.count < limit, let token = tokens.next() {
            guard tokens.isOperator(token) else {
                if operands.count == 64 { operands.removeFirst(32) }
                operands.append(token)
                continue
            }
            switch tokens.text(token.range) {
            case "q": if saved.count < 1_000 { saved.append(state.page) }
            case "Q": state.page = saved.popLast() ?? state.page
            case "cm": if let matrix = PDFMatrix(numbers(6)) { state.page = matrix.then(state.page) }
            case "BT": state.line = PDFMatrix()
            case "Tm": if let matrix = PDFMatrix(numbers(6)) { state.line = matrix }
            case "TL": state.leading = numbers(1).first ?? state.leading
            case let name where name == "Td" || name == "TD":
                let step = numbers(2)
                guard step.count == 2 else { break }
                if name == "TD" { state.leading = -step[1] }
                move(step[0], step[1])
            case "T*": move(0, -state.leading)
            case let name where ["Tj", "TJ", "'", "\""].contains(name):
                if name == "'" || name == "\"" { move(0, -state.leading) }
                guard let number = open.last(where: { $0 != nil }) ?? nil else { break }
                let place = state.line.then(state.page).point(0, 0)
                found.append(MarkedText(number: number, x: place.x, y: place.y))
            case "BMC": open.append(nil)
            case "BDC": open.append(number(of: operands, tokens, properties))
            case "EMC": _ = open.popLast()
            case "BI": tokens.skipInlinePicture()
            default: break
            }
            operands.removeAll(keepingCapacity: true)
        }
        return found
    }

    /// Returns the number in the properties of marked content, inline or by resource name.
    private static func number(
        of operands: [PDFTokens.Token], _ tokens: PDFTokens, _ properties: PDFObject
    ) -> Int? {
        if let last = operands.last, last.kind == .name { return properties[tokens.name(last.range)]["/MCID"].integer }
        guard let key = operands.lastIndex(where: { $0.kind == .name && tokens.text($0.range) == "/MCID" }),
            operands.indices.contains(key + 1)
        else { return nil }
        return tokens.integer(operands[key + 1].range)
    }
}
