import FailureModel
import FormModel
import FormFilling
import Foundation
import TestSupport
import Testing

/// Compares our JSON reader with Foundation's parser.
@Suite("JSON values") struct JSONReadingTests {
    private static let pieces = [
        "{", "}", "[", "]", ":", ",", "\"", "\"a\"", "\"é😀\"", "\\", "\\u0041", "\\ud83d\\ude00", "\\ud800", "\\n", "0",
        "-1",
        "1.5e3", "01", "1.", "true", "false", "null", "nul", " ", "\n", "\t", "\u{1}", "\u{FEFF}", "x", "# ", "- ",
        "&a", "*a", "|",
    ]

    private func read(_ data: Data) -> [String: FieldValue]? {
        guard let entries = try? ValuesFile(data: data, name: "v", folder: nil).entries else { return nil }
        return Dictionary(entries.map { ($0.key, $0.value) }) { $1 }
    }

    /// Converts a value of Foundation's tree.
    private func value(_ json: Any) -> FieldValue {
        switch json {
        case let text as String: return .text(text)
        case let number as NSNumber:
            if isBoolean(number) { return .flag(number.boolValue) }
            return .number(number.decimalValue.description)
        case is NSNull: return .none
        case let list as [Any]:
            let texts = list.compactMap { item -> String? in
                switch value(item) {
                case .text(let text), .number(let text): text
                default: nil
                }
            }
            return texts.count == list.count ? .several(texts) : .structure
        default: return .structure
        }
    }

    private func isBoolean(_ number: NSNumber) -> Bool { String(cString: number.objCType) == "c" }

    @Test("whatever the bytes, reading ends in values or in an error", arguments: 0..<40)
    func anyBytes(seed: Int) throws {
        var dice = SeededGenerator(seed: UInt64(seed))
        for _ in 0..<200 {
            var bytes: [UInt8] = []
            for _ in 0..<Int.random(in: 0..<40, using: &dice) {
                if Int.random(in: 0..<4, using: &dice) == 0 {
                    bytes.append(UInt8.random(in: .min ... .max, using: &dice))
                } else {
                    bytes += Array((Self.pieces.randomElement(using: &dice) ?? "").utf8)
                }
            }
            _ = read(Data(bytes))
            _ = read(Data("{".utf8 + bytes))
        }
    }

    @Test("valid JSON says what Foundation's parser says it says", arguments: 0..<20)
    func agreement(seed: Int) throws {
        var dice = SeededGenerator(seed: UInt64(seed) << 32)
        for _ in 0..<200 {
            var object: [String: Any] = [:]
            for _ in 0..<Int.random(in: 0..<8, using: &dice) {
                object[text(&dice)] = json(&dice, depth: 0)
            }
            let options: JSONSerialization.WritingOptions = Bool.random(using: &dice) ? [.prettyPrinted] : []
            let data = try JSONSerialization.data(withJSONObject: object, options: options)
            // Objects are values with a style, and lists of objects are rows of a table; other tests have these.
            let plain = object.filter { !($0.value is [String: Any]) && !isTable($0.value) }
            let expected = plain.compactMapValues(value)
            let found = try #require(read(data)).filter { key, _ in plain[key] != nil }
            #expect(found == expected)
        }
    }

    private func isTable(_ value: Any) -> Bool {
        guard let list = value as? [Any] else { return false }
        // A row that is null is empty.
        return list.allSatisfy { $0 is [String: Any] || $0 is NSNull }
    }

    private func text(_ dice: inout SeededGenerator) -> String {
        let letters = Array("abc \"\\/\n\t\u{7F}éßﷺ漢😀👨‍👩‍👧\u{0}\u{1F}")
        return String(
            (0..<Int.random(in: 0..<12, using: &dice)).compactMap { _ in letters.randomElement(using: &dice) })
    }

    private func json(_ dice: inout SeededGenerator, depth: Int) -> Any {
        switch Int.random(in: 0..<(depth < 3 ? 8 : 5), using: &dice) {
        case 0: return NSNull()
        case 1: return Bool.random(using: &dice)
        case 2: return Int.random(in: -1_000_000...1_000_000, using: &dice)
        case 3, 4: return text(&dice)
        case 5: return (0..<3).map { _ in json(&dice, depth: depth + 1) }
        case 6: return [text(&dice) + "k": json(&dice, depth: depth + 1)]
        default: return text(&dice)
        }
    }

    @Test(
        "what is not JSON is refused",
        arguments: [
            "{\"a\" 1}", "{\"a\":\"\u{1}\"}", "{\"a\":\"\\x\"}", "{\"a\":\"\\ud800\"}", "{\"a\":\"\\ud800\\u0041\"}",
            "{\"a\":\"\\u12\"}", "{\"a\":1}}", "{\"a\":1", "{\"a\":\"x}", "{,}", "{\"a\":1} x",
        ])
    func mistakes(text: String) throws {
        #expect((try? JSONSerialization.jsonObject(with: Data(text.utf8))) == nil)
        #expect(read(Data(text.utf8)) == nil)
    }

    @Test("YAML in flow style is YAML, though it looks like JSON")
    func flowStyle() {
        #expect(
            read(Data("{b: [1 2], \"a\": 01, c: x,}".utf8)) == [
                "a": .number("01"), "b": .several(["1 2"]), "c": .text("x"),
            ])
        // What begins as JSON must be JSON.
        #expect(read(Data("{\"a\": 01, b: [1 2], c: x,}".utf8)) == nil)
    }

    @Test("numbers keep their value, the order stays that of the file, and a mistake is reported with its line")
    func details() throws {
        let data = Data("{\"b\": 1.50, \"a\": -0.1e2, \"c\": 12345678901234567890}".utf8)
        let entries = try ValuesFile(data: data, name: "v", folder: nil).entries
        #expect(entries.map(\.key) == ["b", "a", "c"])
        #expect(entries.map(\.value) == [.number("1.5"), .number("-10"), .number("12345678901234567890")])
        let error = #expect(throws: Failure.self) {
            try ValuesFile(data: Data("{\"a\": 1,\n\"b\": [}\n}".utf8), name: "v.json", folder: nil)
        }
        #expect(error?.message == "v.json is not valid JSON at line 2.")
    }
}
