/// Copies a JSON text without members that are null, as PostgreSQL's `json_strip_nulls` does.
///
/// It works on the bytes, since the values of a big answer would take many times its memory. The text is valid JSON,
/// which the database has written.
struct NullStrip {
    /// An open object or list.
    private struct Level {
        let isObject: Bool
        /// The length of the copy before the current member of an object.
        var start = 0
        /// Whether the object has no member yet.
        var isEmpty = true
        /// Whether the next text is a key.
        var awaitsKey: Bool

        init(isObject: Bool) {
            self.isObject = isObject
            awaitsKey = isObject
        }
    }

    private let text: UnsafeBufferPointer<UInt8>
    private var place = 0
    private var outer: [Level] = []
    private var level = Level(isObject: false)

    init(_ text: UnsafeBufferPointer<UInt8>) {
        self.text = text
    }

    /// Appends the copy.
    mutating func append(to copy: inout [UInt8]) {
        while place < text.count {
            switch text[place] {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                outer.append(level)
                level = Level(isObject: text[place] == UInt8(ascii: "{"))
                copyByte(to: &copy)
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                level = outer.popLast() ?? Level(isObject: false)
                copyByte(to: &copy)
            case UInt8(ascii: ",") where level.isObject:
                // The next member adds the comma, unless it is the first that is left.
                level.awaitsKey = true
                place += 1
            case UInt8(ascii: "\""):
                if level.awaitsKey { beginMember(in: &copy) }
                copyText(to: &copy)
            case UInt8(ascii: ":"): endKey(in: &copy)
            case let byte where Self.isBlank(byte): place += 1
            default: copyByte(to: &copy)
            }
        }
    }

    private mutating func beginMember(in copy: inout [UInt8]) {
        level.start = copy.count
        level.awaitsKey = false
        if !level.isEmpty { copy.append(UInt8(ascii: ",")) }
    }

    /// Copies the colon behind a key, or takes back a member that is null.
    private mutating func endKey(in copy: inout [UInt8]) {
        copyByte(to: &copy)
        while place < text.count, Self.isBlank(text[place]) { place += 1 }
        if place < text.count, text[place] == UInt8(ascii: "n") {
            copy.removeLast(copy.count - level.start)
            place += "null".utf8.count
        } else {
            level.isEmpty = false
        }
    }

    private mutating func copyByte(to copy: inout [UInt8]) {
        copy.append(text[place])
        place += 1
    }

    /// Copies a text in quotation marks.
    private mutating func copyText(to copy: inout [UInt8]) {
        let start = place
        place += 1
        while place < text.count, text[place] != UInt8(ascii: "\"") {
            place += text[place] == UInt8(ascii: "\\") ? 2 : 1
        }
        place = min(place + 1, text.count)
        copy.append(contentsOf: text[start..<place])
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || (0x09...0x0D).contains(byte)
    }
}
