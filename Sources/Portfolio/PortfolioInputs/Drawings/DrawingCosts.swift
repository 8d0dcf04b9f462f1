package import FailureModel
import FormImport
import Foundation

/// Estimates costs of drawing an SVG, independent of the drawn size, from its text.
///
/// Excessive drawings are rejected before librsvg sees them, because even ``DrawingProbe``, which draws them small,
/// would take minutes. The costs are noise (`feTurbulence`), dashes, crossing lines, and style sheet selectors times
/// elements. The resources of an element, such as filters and copies, count at each use. An estimate may be several
/// times too high; the limits allow for that.
package struct DrawingCosts {
    /// The maximum estimated microseconds of an SVG at 64 pixels.
    private static let limit = 5e6
    /// The estimated microseconds of one noise octave, one dash, and two overlapping lines.
    private static let noise = 140.0, dash = 1.0, crossing = 0.1
    /// The maximum number of comparisons of selectors with elements.
    ///
    /// Each takes up to half a microsecond.
    private static let comparisons = 30e6
    /// The maximum side of a convolution; librsvg aborts the process for a larger one.
    private static let convolution = 20
    /// The maximum depth of references between parts of a drawing.
    private static let deepest = 200

    /// The content of an element with an ID.
    private struct Part {
        var time = 0.0
        /// The length of its lines.
        var length = 0.0
        var uses: [Use] = []
    }

    private struct Use {
        var id: String
        var times = 1.0
        /// The dash length, if the used part is dashed.
        var dash: Double?
    }

    private struct Level {
        var id: String?
        var dash: Double?
        var children = 0
    }

    /// The parts by ID; the whole drawing has an empty ID.
    private var parts = ["": Part()]
    private var levels: [Level] = []
    private var open = [""]
    private var elements = 0
    private var deepestLevel = 0
    private var mostChildren = 0
    private var sheets: [UInt8] = []
    private var isRefused = false

    /// The failure of a drawing that takes too long.
    package static let tooSlow = Failure(
        .damagedDocument, "The SVG takes too long to draw.",
        hint: "Save it with fewer filters, masks, groups, dashes and crossing lines.")

    // MARK: Elements

    /// Processes the start of an element.
    mutating func start(_ name: String, _ attributes: [String: String]) {
        let attributes = Dictionary(
            attributes.map { key, value in (key.split(separator: ":").last.map(String.init) ?? key, value) },
            uniquingKeysWith: { first, _ in first })
        elements += 1
        if let last = levels.indices.last {
            levels[last].children += 1
            mostChildren = max(mostChildren, levels[last].children)
        }
        let style = attributes["style"] ?? ""
        let dash =
            Self.dash(inStyle: style) ?? attributes["stroke-dasharray"].map(Self.dash(in:)) ?? levels.last?.dash
        levels.append(Level(id: attributes["id"], dash: dash))
        deepestLevel = max(deepestLevel, levels.count)
        if let id = attributes["id"] {
            open.append(id)
            parts[id] = parts[id] ?? Part()
        }
        var points = 1
        switch name {
        case "feTurbulence": add(time: Self.noise * (attributes["numOctaves"].flatMap(Self.number) ?? 1))
        case "feConvolveMatrix":
            if Self.numbers(attributes["order"] ?? "").contains(where: { abs($0) > Double(Self.convolution) }) {
                isRefused = true
            }
        case "use":
            if let id = Self.target(attributes["href"]) { add(Use(id: id, dash: dash)) }
        default:
            guard let shape = Self.shape(name, attributes) else { break }
            points = shape.points
            let overlap = Double(shape.overlap)
            add(
                time: Self.crossing * overlap * overlap + (dash.map { Self.dash * shape.length / $0 } ?? 0),
                length: shape.length)
        }
        for (key, value) in attributes {
            // A marker is drawn at every point.
            let times = key.hasPrefix("marker") || value.contains("marker") ? Double(points) : 1
            for id in Self.targets(in: value) { add(Use(id: id, times: times)) }
        }
    }

    /// Processes the end of an element.
    mutating func end() {
        if let id = levels.popLast()?.id, open.last == id { open.removeLast() }
    }

    /// Appends a part of a style sheet.
    mutating func add(sheet: String) {
        sheets += Array(sheet.utf8)
    }

    private mutating func add(time: Double, length: Double = 0) {
        for id in open {
            parts[id]?.time += time
            parts[id]?.length += length
        }
    }

    private mutating func add(_ use: Use) {
        for id in open where id != use.id { parts[id]?.uses.append(use) }
    }

    private static func shape(_ name: String, _ attributes: [String: String]) -> PathMeasure? {
        func number(_ key: String) -> Double { attributes[key].flatMap(Self.number) ?? 0 }
        switch name {
        case "path": return PathMeasure(path: attributes["d"] ?? "")
        case "polygon", "polyline": return PathMeasure(points: attributes["points"] ?? "")
        case "line": return PathMeasure(length: hypot(number("x2") - number("x1"), number("y2") - number("y1")))
        case "rect": return PathMeasure(length: 2 * (number("width") + number("height")))
        case "circle": return PathMeasure(length: 2 * .pi * number("r"))
        case "ellipse": return PathMeasure(length: 2 * .pi * max(number("rx"), number("ry")))
        default: return nil
        }
    }

    // MARK: Values

    private static func number(_ text: String) -> Double? {
        var scanner = NumberScanner(text)
        return scanner.number()
    }

    /// Returns all numbers in a text, with percentages as fractions.
    private static func numbers(_ text: String) -> [Double] {
        var scanner = NumberScanner(text)
        var numbers: [Double] = []
        while true {
            scanner.skipToNumber()
            if let number = scanner.number() {
                numbers.append(scanner.percent() ? number / 100 : number)
            } else if !scanner.skip() {
                return numbers
            }
        }
    }

    /// Returns the length of a dash with its gap; infinity without dashes.
    private static func dash(in value: String) -> Double {
        let period = numbers(value).reduce(0) { $0 + max(0, $1) }
        return period > 0 ? period : .infinity
    }

    /// Returns the shortest dash in declarations, or `nil`.
    private static func dash(inStyle style: String) -> Double? {
        guard style.contains("stroke-dasharray") else { return nil }
        return style.matches(of: /stroke-dasharray\s*:([^;}]*)/).map { dash(in: String($0.1)) }.min()
    }

    private static func target(_ address: String?) -> String? {
        guard let address, let sign = address.firstIndex(of: "#") else { return nil }
        return String(address[address.index(after: sign)...])
    }

    private static func targets(in value: String) -> [String] {
        guard value.contains("url(") else { return [] }
        return value.matches(of: /url\(\s*["']?#([^)"']*)/).map { String($0.1) }
    }

    // MARK: The sum

    /// Checks the accumulated costs.
    ///
    /// - Throws: `damaged_document` if drawing would take too long; `unsupported_type` for nested style sheets.
    func check() throws(Failure) {
        if isRefused { throw Self.tooSlow }
        let sheet = String(decoding: sheets, as: UTF8.self)
        // The name of the rule can be escaped.
        if sheet.contains("data:"), sheet.contains(/@(?:(?i:import)|[A-Za-z-]*\\)/) {
            throw Failure(
                .unsupportedType, "The SVG has a style sheet in a style sheet.", hint: "Save it as plain SVG.")
        }
        if compared * Double(elements) > Self.comparisons { throw Self.tooSlow }
        var whole = parts[""] ?? Part()
        if let dash = Self.dash(inStyle: sheet) { whole.time += Self.dash * whole.length / dash }
        whole.uses += Self.targets(in: sheet).map { Use(id: $0) }
        var parts = parts
        parts[""] = whole
        var sums: [String: (time: Double, length: Double)] = [:]
        let sum = Self.sum(of: "", parts, &sums, depth: 0)
        if !(sum.time <= Self.limit) { throw Self.tooSlow }
    }

    /// Returns the time and line length of a part with everything that it uses.
    ///
    /// The time is infinite beyond the maximum depth.
    private static func sum(
        of id: String, _ parts: [String: Part], _ sums: inout [String: (time: Double, length: Double)], depth: Int
    ) -> (time: Double, length: Double) {
        if let known = sums[id] { return known }
        guard let part = parts[id] else { return (0, 0) }
        guard depth < deepest else { return (.infinity, 0) }
        // librsvg does not draw a part that uses itself.
        sums[id] = (0, 0)
        var result = (time: part.time, length: part.length)
        for use in part.uses {
            let used = sum(of: use.id, parts, &sums, depth: depth + 1)
            result.time += use.times * (used.time + (use.dash.map { dash * used.length / $0 } ?? 0))
            result.length += used.length
        }
        sums[id] = result
        return result
    }

    /// The maximum number of comparisons with other elements that all selectors need per element.
    ///
    /// Everything before a brace counts as selectors, even in comments and strings, so that nothing can hide there.
    private var compared: Double {
        var total = 0.0
        for rule in sheets.split(separator: UInt8(ascii: "{")).dropLast() {
            let head = rule.split(separator: UInt8(ascii: "}")).last ?? rule
            for selector in head.split(separator: UInt8(ascii: ",")) {
                let names = selector.split { $0 <= 0x20 || $0 == UInt8(ascii: ">") }.count
                // `a ~ b` checks all siblings before b; `[class~=b]` does not.
                let siblings = zip(selector, selector.dropFirst()).count {
                    $0 == UInt8(ascii: "~") && $1 != UInt8(ascii: "=")
                }
                total += 1 + Double(max(0, names - 1) * deepestLevel + siblings * mostChildren)
            }
        }
        return total
    }
}
