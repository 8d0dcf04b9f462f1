import Foundation

/// What the outline of a shape in an SVG says about the time that it takes to draw: how long it is, how many points it has
/// and how many of its lines lie side by side.
///
/// Curves count as the lines between their control points, which are never shorter.
struct PathMeasure {
    /// The length in units of the shape's own coordinates.
    private(set) var length = 0.0
    /// The number of points.
    private(set) var points = 0
    private var across: [ClosedRange<Double>] = []
    private var down: [ClosedRange<Double>] = []
    private var place = (x: 0.0, y: 0.0)
    private var start = (x: 0.0, y: 0.0)

    /// Measures the `d` of a path.
    ///
    /// What follows a mistake is not drawn, and not measured.
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
            // Further points of a move are those of lines.
            if command == UInt8(ascii: "M") { command = UInt8(ascii: "L") }
            if command == UInt8(ascii: "m") { command = UInt8(ascii: "l") }
        }
    }

    /// Measures the `points` of a polygon or polyline.
    init(points text: String) {
        var scanner = NumberScanner(text)
        var isFirst = true
        while let x = scanner.number(), let y = scanner.number() {
            if isFirst { move(to: (x, y)) } else { line(to: (x, y)) }
            isFirst = false
        }
        line(to: start)
    }

    /// Measures a shape of which only the length matters.
    init(length: Double) {
        self.length = length.isFinite ? abs(length) : 0
    }

    /// The greatest number of lines that one horizontal line meets, or one vertical line if that meets fewer.
    ///
    /// Sorting the lines at each row of pixels takes about the square of that where they cross each other.
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

    /// Follows one command with its numbers; returns false after a mistake.
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
            // An arc is at most as long as its ellipse, which is made larger if it does not reach.
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

/// Reads the numbers of a path or of a list, which blanks and commas may separate.
struct NumberScanner {
    private let bytes: [UInt8]
    private var place = 0

    /// Creates a scanner at the start of a text.
    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    /// Whether only separators are left.
    var isAtEnd: Bool { place >= bytes.count }

    /// Reads a letter, if one is next.
    mutating func command() -> UInt8? {
        skipSeparators()
        guard place < bytes.count, (0x61...0x7A).contains(bytes[place] | 0x20) else { return nil }
        defer { place += 1 }
        return bytes[place]
    }

    /// Reads a flag of an arc, one digit that needs no separator.
    mutating func flag() -> Bool {
        skipSeparators()
        guard place < bytes.count, bytes[place] == 0x30 || bytes[place] == 0x31 else { return false }
        place += 1
        return true
    }

    /// Reads a number, if one is next.
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

    /// Reads a percent sign, if one is next.
    mutating func percent() -> Bool {
        guard place < bytes.count, bytes[place] == UInt8(ascii: "%") else { return false }
        place += 1
        return true
    }

    /// Passes over everything up to the next number.
    mutating func skipToNumber() {
        while place < bytes.count, !(0x30...0x39).contains(bytes[place]), bytes[place] != UInt8(ascii: "."),
            bytes[place] != UInt8(ascii: "-"), bytes[place] != UInt8(ascii: "+")
        {
            place += 1
        }
    }

    /// Passes over one character; returns false at the end.
    mutating func skip() -> Bool {
        guard place < bytes.count else { return false }
        place += 1
        return true
    }

    private mutating func skipSeparators() {
        while place < bytes.count, bytes[place] <= 0x20 || bytes[place] == UInt8(ascii: ",") { place += 1 }
    }
}
