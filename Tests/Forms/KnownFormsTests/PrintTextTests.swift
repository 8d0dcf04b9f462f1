import FailureModel
import Foundation
import KnownForms
import Testing

struct PrintTextTests {
    private static func edited(_ change: (inout [String: Any]) throws -> Void) throws -> PrintText {
        let data = try JSONEncoder().encode(PrintText(try SampleForm().print()))
        var object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        try change(&object)
        return try JSONDecoder().decode(PrintText.self, from: try JSONSerialization.data(withJSONObject: object))
    }

    @Test("a print is the same after it was text")
    func coding() throws {
        for print in [try SampleForm().print(), try SampleForm().scannedPrint()] {
            let data = try JSONEncoder().encode(PrintText(print))
            let read = try JSONDecoder().decode(PrintText.self, from: data).print
            #expect(try read.encoded() == print.encoded())
        }
    }

    @Test("the words can be read, and the lines of the ink are short")
    func openFormat() throws {
        let object = try #require(
            try JSONSerialization.jsonObject(with: JSONEncoder().encode(PrintText(try SampleForm().print())))
                as? [String: Any])
        let lines = try #require(object["ink"] as? [String])
        let packed = try #require(Data(base64Encoded: lines.joined()))
        // The header of a zlib stream (RFC 1950).
        #expect(packed.first == 0x78)
        let words = try #require(object["words"] as? [String])
        #expect(words.contains { $0.hasSuffix(" Assistance") })
        #expect(lines.allSatisfy { $0.utf8.count <= 76 })
    }

    @Test("what is damaged or beyond the limits is refused")
    func damage() throws {
        #expect(throws: Never.self) { try Self.edited { _ in }.print }
        let changes: [(inout [String: Any]) throws -> Void] = [
            { $0["format"] = 2 },
            { $0["turns"] = 4 },
            { $0["skew"] = 90.0 },
            { $0["scale"] = 0.0 },
            { $0["columns"] = 0 },
            { $0["columns"] = -5 },
            { $0["rows"] = 1 << 40 },
            {
                $0["columns"] = 65_535; $0["rows"] = 65_535
            },
            { $0["size"] = ["width": 1e9, "height": 800.0] },
            { $0["ink"] = ["####"] },
            { $0["ink"] = [String]() },
            { $0["marks"] = ["b 1 2 3"] },
            { $0["marks"] = ["x 1 2 3 4"] },
            { $0["marks"] = ["b 9 2 3 4"] },
            { $0["marks"] = ["b 1 2 70000 4"] },
            { $0["marks"] = ["b 1 2 60000 4"] },
            { $0["marks"] = [String](repeating: "b 1 2 3 4", count: 100_000) },
            { $0["words"] = ["1 2 3 word"] },
            { $0["words"] = ["nan 2 3 4 word"] },
            { $0["words"] = ["1e30 2 3 4 word"] },
            { $0["words"] = ["1 2 3 4 " + String(repeating: "a", count: 201)] },
            { $0["words"] = [String](repeating: "1 2 3 4 a", count: 8_001) },
        ]
        for (place, change) in changes.enumerated() {
            let text = try Self.edited(change)
            #expect(throws: Failure.self, "change \(place)") { try text.print }
        }
    }
}
