import Files
import Foundation
import Testing

@Suite("Texts in files") struct FileTextTests {
    private struct Note: Codable, Hashable {
        var path = "a/b"
        var date = Date(timeIntervalSince1970: 0)
    }

    @Test("readable JSON is indented, a line of JSON is one line; both end in a newline and sort their keys")
    func json() throws {
        #expect(
            String(decoding: try JSONText.line(Note()), as: UTF8.self)
                == #"{"date":"1970-01-01T00:00:00Z","path":"a/b"}"# + "\n")
        let lines = String(decoding: try JSONText.encode(Note()), as: UTF8.self).split(
            separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == 5)
        #expect(lines[1].hasPrefix("  \"date\""))
        #expect(lines[4].isEmpty)
    }

    @Test("every byte is two lower-case digits, and digits of either case are read")
    func hexadecimal() {
        let bytes = (0...255).map { UInt8($0) }
        let text = Hexadecimal.text(bytes)
        #expect(text == bytes.map { String(format: "%02x", $0) }.joined())
        for value: UInt8 in 0..<16 {
            #expect(Hexadecimal.value(of: Hexadecimal.digit(value)) == value)
            #expect(Hexadecimal.value(of: Hexadecimal.digit(value, isUpperCase: true)) == value)
        }
        for other in "/:@G`g".utf8 { #expect(Hexadecimal.value(of: other) == nil) }
    }
}
