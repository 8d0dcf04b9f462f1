import Foundation

/// Measures an SVG outline for estimates of drawing time: length, points and overlap.
///
/// Curves count as the lines between their control points, which are never shorter.
struct PathMeasure {
    /// The length in the coordinate units of the shape.
    private(set) var length = 0.0
    /// The number of points.
    private(set) var points = 0
    private var across: [ClosedRange<Double>] = []
    private var down: [ClosedRange<Double>] = []
    private var place = (x: 0.0, y: 0.0)
    private var start = (x: 0.0, y: 0.0)

    /// Measures the `d` attribute of a path.
    ///
    /// Everything after a syntax error is neither drawn nor measured.
    init(path: String) {
        var scanner = NumberScanner(path)
        var command = UInt8(ascii: "M")
        while true {
            if let next = scanner.command() {
                command = next
                if command | 0x20 == UInt8(ascii: "z") {
                    line(to: start)
                    continue
                }
            } else if scanner.isAtEnd || command | 0x20 == UInt8(ascii: "z") {
                return
            }
            guard draw(command, &scanner) else { return }
            // Further points of a move command are line commands.
            if command == UInt8(ascii: "M") { command = UInt8(ascii: "L") }
            if command == UInt8(ascii: "m") { command = UInt8(ascii: "l") }
        }
    }

    /// Measures the `points` attribute of a polygon or polyline.
    init(points text: String) {
        var scanner = NumberScanner(text)
        var isFirst = true
        while let x = scanner.number(), let y = scanner.number() {
            if isFirst { move(to: (x, y)) } else { line(to: (x, y)) }
            isFirst = false
        }
        line(to: start)
    }

    /// Creates a measure with a length only.
    init(length: Double) {
        self.length = length.isFinite ? abs(length) : 0
    }

    /// The maximum number of lines that a horizontal line, or a vertical line, crosses.
    ///
    /// The smaller of both numbers is returned. Where lines cross, sorting them at each pixel row takes about the
    /// square of this number.
    var overlap: Int { min(Self.overlap(across), Self.overlap(down)) }

    private static func overlap(_ ranges: [ClosedRange<Double>]) -> Int {
        let starts = ranges.map(\.lowerBound).sorted()
        let ends = ranges.map(\.upperBound).sorted()
        var (open, most, ended) = (0, 0, 0)
        for start in starts {
            while ended < ends.count, ends[ended] < start {
                ended += 1
                open -= 1
            }
            open += 1
            most = max(most, open)
        }
        return most
    }

    /// Processes one command with its numbers; returns `false` after a syntax error.
    private mutating func draw(_ command: UInt8, _ scanner: inout NumberScanner) -> Bool {
        let isRelative = command >= UInt8(ascii: "a")
        let origin = isRelative ? place : (x: 0, y: 0)
        func point(_ scanner: inout NumberScanner) -> (x: Double, y: Double)? {
            guard let x = scanner.number(), let y = scanner.number() else { return nil }
            return (origin.x + x, origin.y + y)
        }
        switch command & ~0x20 {
        case UInt8(ascii: "M"):
            guard let point = point(&scanner) else { return false }
            move(to: point)
        case UInt8(ascii: "H"):
            guard let x = scanner.number() else { return false }
            line(to: (origin.x + x, place.y))
        case UInt8(ascii: "V"):
            guard let y = scanner.number() else { return false }
            line(to: (place.x, origin.y + y))
        case UInt8(ascii: "L"), UInt8(ascii: "T"), UInt8(ascii: "Q"), UInt8(ascii: "S"), UInt8(ascii: "C"):
            for _ in 0..<Self.pointsOfCurve(command) {
                guard let point = point(&scanner) else { return false }
                line(to: point)
            }
        case UInt8(ascii: "A"):
            guard let rx = scanner.number(), let ry = scanner.number(), scanner.number() != nil, scanner.flag(),
                scanner.flag(), let end = point(&scanner)
            else { return false }
            // An arc is at most as long as its ellipse, which is scaled up if it is too small.
            let reach = max(abs(rx), abs(ry), hypot(end.x - place.x, end.y - place.y))
            length += 6 * reach
            line(to: end)
        default: return false
        }
        return true
    }

    private static func pointsOfCurve(_ command: UInt8) -> Int {
        switch command & ~0x20 {
        case UInt8(ascii: "C"): 3
        case UInt8(ascii: "Q"), UInt8(ascii: "S"): 2
        default: 1
        }
    }

    private mutating func move(to point: (x: Double, y: Double)) {
        place = point
        start = point
        points += 1
    }

    private mutating func line(to end: (x: Double, y: Double)) {
        defer { place = end }
        guard end.x.isFinite, end.y.isFinite, place.x.isFinite, place.y.isFinite else { return }
        points += 1
        length += hypot(end.x - place.x, end.y - place.y)
        across.append(min(place.x, end.x)...max(place.x, end.x))
        down.append(min(place.y, end.y)...max(place.y, end.y))
    }
}

/// Scans the numbers of a path or list, separated by white space and commas.
struct NumberScanner {
    private let bytes: [UInt8]
    private var place = 0

    /// Creates a scanner at the start of a text.
    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    /// Whether only separators remain.
    var isAtEnd: Bool { place >= bytes.count }

    /// Reads the next command letter, if any.
    mutating func command() -> UInt8? {
        skipSeparators()
        guard place < bytes.count, (0x61...0x7A).contains(bytes[place] | 0x20) else { return nil }
        defer { place += 1 }
        return bytes[place]
    }

    /// Reads an arc flag, one digit that needs no separator.
    mutating func flag() -> Bool {
        skipSeparators()
        guard place < bytes.count, bytes[place] == 0x30 || bytes[place] == 0x31 else { return false }
        place += 1
        return true
    }

    /// Reads the next number, if any.
    mutating func number() -> Double? {
        skipSeparators()
        let first = place
        var isNumber = false
        func isDigit(_ index: Int) -> Bool { index < bytes.count && (0x30...0x39).contains(bytes[index]) }
        if place < bytes.count, bytes[place] == UInt8(ascii: "+") || bytes[place] == UInt8(ascii: "-") { place += 1 }
        while isDigit(place) { (place, isNumber) = (place + 1, true) }
        if place < bytes.count, bytes[place] == UInt8(ascii: ".") {
            place += 1
            while isDigit(place) { (place, isNumber) = (place + 1, true) }
        }
        if isNumber, place < bytes.count, bytes[place] | 0x20 == UInt8(ascii: "e") {
            let isSigned = place + 1 < bytes.count && [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(bytes[place + 1])
            let digits = place + (isSigned ? 2 : 1)
            if isDigit(digits) {
                place = digits
                while isDigit(place) { place += 1 }
            }
        }
        guard isNumber, let number = Double(String(decoding: bytes[first..<place], as: UTF8.self)) else {
            place = first
            return nil
        }
        return number
    }

    /// Reads the next percent sign, if any.
    mutating func percent() -> Bool {
        guard place < bytes.count, bytes[place] == UInt8(ascii: "%") else { return false }
        place += 1
        return true
    }

    /// Skips to the next number.
    mutating func skipToNumber() {
        while place < bytes.count, !(0x30...0x39).contains(bytes[place]), bytes[place] != UInt8(ascii: "."),
            bytes[place] != UInt8(ascii: "-"), bytes[place] != UInt8(ascii: "+")
        {
            place += 1
        }
    }

    /// Skips one character; returns `false` at the end.
    mutating func skip() -> Bool {
        guard place < bytes.count else { return false }
        place += 1
        return true
    }

    private mutating func skipSeparators() {
        while place < bytes.count, bytes[place] <= 0x20 || bytes[place] == UInt8(ascii: ",") { place += 1 }
    }
}
