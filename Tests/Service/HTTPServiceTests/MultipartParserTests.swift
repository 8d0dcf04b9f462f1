import FailureModel
import HTTPService
import Testing

@Suite("Multipart bodies") struct MultipartParserTests {
    /// A file's bytes with everything in them that looks like a delimiter.
    private static let tricky = "\r\n--b\r\n-\r\n--boundar\r\n\r\n--\r--boundary\r\n--boundar y"
    private static let body =
        "preamble\r\n--boundary\r\nContent-Disposition: form-data; name=\"note\"\r\n\r\nhello\r\n"
        + "--boundary  \r\nContent-Disposition: form-data; name=\"file\"; filename=\"w9.pdf\"\r\n"
        + "Content-Type: application/pdf\r\n\r\n\(tricky)\r\n"
        + "--boundary\r\ncontent-disposition: form-data; name=empty\r\n\r\n\r\n--boundary--\r\nepilogue"

    /// Parses a body that arrives in the given pieces, and joins the data of each part.
    private func parse(_ pieces: [ArraySlice<UInt8>], boundary: String = "boundary") throws -> [(MultipartPart, String)]
    {
        var parser = try MultipartParser(boundary: boundary)
        var parts: [(MultipartPart, [UInt8])] = []
        var open = false
        for piece in pieces {
            parser.append(piece)
            while let event = try parser.next() {
                switch event {
                case .part(let part):
                    #expect(!open)
                    open = true
                    parts.append((part, []))
                case .data(let bytes):
                    #expect(open && !bytes.isEmpty)
                    parts[parts.count - 1].1 += bytes
                case .partEnd:
                    #expect(open)
                    open = false
                case .end: #expect(!open)
                }
            }
        }
        try parser.finish()
        return parts.map { ($0.0, String(decoding: $0.1, as: UTF8.self)) }
    }

    private func parse(_ text: String) throws -> [(MultipartPart, String)] { try parse([Array(text.utf8)[...]]) }

    private func expectWhole(_ parts: [(MultipartPart, String)]) {
        #expect(parts.map(\.0.name) == ["note", "file", "empty"])
        #expect(parts.map(\.1) == ["hello", Self.tricky, ""])
        #expect(parts.map(\.0.fileName) == [nil, "w9.pdf", nil])
        #expect(parts.map(\.0.contentType) == [nil, "application/pdf", nil])
    }

    @Test("a body gives the same parts however it arrives")
    func pieces() throws {
        let bytes = Array(Self.body.utf8)
        expectWhole(try parse([bytes[...]]))
        expectWhole(try parse(bytes.indices.map { bytes[$0...$0] }))
        for cut in bytes.indices { expectWhole(try parse([bytes[..<cut], bytes[cut...]])) }
        var random = SystemRandomNumberGenerator()
        for _ in 0..<200 {
            var pieces: [ArraySlice<UInt8>] = []
            var start = 0
            while start < bytes.count {
                let end = min(bytes.count, start + Int.random(in: 1...40, using: &random))
                pieces.append(bytes[start..<end])
                start = end
            }
            expectWhole(try parse(pieces))
        }
    }

    @Test("a body that is cut anywhere before its end is refused")
    func cut() throws {
        let bytes = Array(Self.body.utf8)
        let end = bytes.count - "\r\nepilogue".utf8.count
        for length in 0..<end {
            #expect(throws: Failure.self, "\(length)") { try parse([bytes[..<length]]) }
        }
        expectWhole(try parse([bytes[..<end]]))
    }

    @Test(
        "a body that is not well-formed is refused",
        arguments: [
            "--boundaryX\r\nContent-Disposition: form-data; name=a\r\n\r\n\r\n--boundary--",
            "--boundary\r\n\r\nno header\r\n--boundary--",
            "--boundary\r\nContent-Disposition: form-data\r\n\r\nno name\r\n--boundary--",
            "--boundary\r\nContent-Disposition: attachment; name=a\r\n\r\n\r\n--boundary--",
            "--boundary\r\nno colon\r\n\r\n\r\n--boundary--",
            "--boundary\r\nA: 1\r\na: 2\r\n\r\n\r\n--boundary--",
            "\(String(repeating: "x", count: 5000))\r\n--boundary--",
            "--boundary\r\nX: \(String(repeating: "y", count: 9000))\r\n\r\n\r\n--boundary--",
            String(repeating: "--boundary\r\nContent-Disposition: form-data; name=a\r\n\r\nx\r\n", count: 65)
                + "--boundary--",
        ])
    func malformed(_ text: String) {
        let error = #expect(throws: Failure.self) { try parse(text) }
        #expect(error?.code == .malformedRequest)
    }

    @Test("a header without an end is refused before it fills memory")
    func endlessHeader() throws {
        var parser = try MultipartParser(boundary: "b")
        parser.append(Array("--b\r\nX: ".utf8))
        #expect(throws: Failure.self) {
            for _ in 0..<100 {
                parser.append([UInt8](repeating: 0x61, count: 1000))
                while try parser.next() != nil {}
            }
        }
    }

    @Test("random bytes end in parts or in a refusal")
    func randomBytes() {
        var random = SystemRandomNumberGenerator()
        let alphabet = Array("-\r\n: ;=\"bContent-Disposition:form-data;name=a".utf8)
        for _ in 0..<3000 {
            let bytes = (0..<Int.random(in: 0...300, using: &random)).map { _ in alphabet.randomElement(using: &random)!
            }
            let all = Array("--b\r\n".utf8) + bytes
            _ = try? parse([all[...]], boundary: "b")
        }
    }

    @Test(
        "the name of a file leads nowhere",
        arguments: [
            ("../../etc/passwd", "passwd"), ("C:\\\\forms\\\\w9.pdf", "w9.pdf"), ("..", "document"), ("", "document"),
            ("a\u{202E}fdp.exe", "afdp.exe"), ("say \\\"hi\\\".pdf", "say \"hi\".pdf"), ("50%22.pdf", "50\".pdf"),
            (String(repeating: "ü", count: 200), String(repeating: "ü", count: 127)),
        ])
    func fileNames(_ given: String, _ name: String) throws {
        let text =
            "--boundary\r\nContent-Disposition: form-data; name=\"file\"; filename=\"\(given)\"\r\n\r\n\r\n--boundary--"
        #expect(try parse(text).first?.0.fileName == name)
    }

    @Test("a file's name in UTF-8 has precedence")
    func encodedName() throws {
        let text =
            "--boundary\r\nContent-Disposition: form-data; name=file; filename=a.pdf; "
            + "filename*=UTF-8''%C3%A4%20b.pdf\r\n\r\n\r\n--boundary--"
        #expect(try parse(text).first?.0.fileName == "ä b.pdf")
    }

    @Test("a boundary must be one", arguments: ["", String(repeating: "b", count: 71), "b\u{7}", "b "])
    func boundaries(_ boundary: String) {
        #expect(throws: Failure.self) { try MultipartParser(boundary: boundary) }
    }
}
