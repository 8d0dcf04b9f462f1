import FailureModel
import Foundation
import PortfolioInputs
import Testing

@Suite("Types of a portfolio's files") struct TypeTests {
    private func type(_ head: Data, byteCount: Int64? = nil) -> String {
        do {
            return try PortfolioInputKind().mediaType(
                ofHead: head, byteCount: byteCount ?? Int64(head.count), fileName: "work")
        } catch {
            return (error as? Failure)?.code.rawValue ?? "\(error)"
        }
    }

    private func type(_ head: String) -> String { type(Data(head.unicodeScalars.map { UInt8($0.value) })) }

    @Test("files are recognised by their first bytes, whatever their name")
    func recognised() {
        let cases = [
            "\u{FF}\u{D8}\u{FF}\u{E0}": "image/jpeg", "\u{89}PNG\r\n\u{1A}\n": "image/png",
            "RIFF\0\0\0\0WEBPVP8 ": "image/webp", "GIF89a": "image/gif", "II*\0": "image/tiff",
            "\0\0\0\u{18}ftypheic\0\0\0\0mif1heic": "image/heic", "\0\0\0\u{18}ftypavif\0\0\0\0mif1avif": "image/avif",
            "\0\0\0\u{14}ftypisom\0\0\u{2}\0isom": "video/mp4", "\0\0\0\u{14}ftypqt  \0\0\0\0qt  ": "video/quicktime",
            "\0\0\0\u{8}wide\0\0\0\0mdat": "video/quicktime",
            "\u{1A}E\u{DF}\u{A3}\u{9F}B\u{86}\u{81}\u{1}B\u{82}\u{84}webm": "video/webm",
            "%PDF-1.7\n": "application/pdf", "\u{EF}\u{BB}\u{BF}%PDF-1.4": "application/pdf",
            "<svg xmlns=\"http://www.w3.org/2000/svg\"/>": "image/svg+xml",
            "\u{EF}\u{BB}\u{BF}<?xml version=\"1.0\"?>\n<!-- a > b -->\n<!DOCTYPE svg PUBLIC \"x\" \"y\">\n<svg:svg>":
                "image/svg+xml",
            "Hello, I am Ada.": "text/plain", "# About\n\nI build things.": "text/markdown",
            "See [this](https://example.org).": "text/markdown", "Of **light**.": "text/markdown",
            "2 ** 3 ** 4": "text/plain", "****": "text/plain",
        ]
        for (head, expected) in cases { #expect(type(head) == expected, "\(head.debugDescription)") }
    }

    @Test("other files are refused, before anything is stored")
    func refused() {
        for head in [
            "PK\u{3}\u{4}", "<!DOCTYPE html><svg>", "<html><svg/></html>", "<?xml version='1.0'?><rss/>",
            "MZ\u{90}\0\u{3}",
            "\0\0\0\u{14}ftypM4A \0\0\0\0", "\0\0\0\u{14}ftypcrx \0\0\0\0", "a\0b", "caf\u{E9} in Latin 1",
            "\u{1A}E\u{DF}\u{A3}\u{93}B\u{82}\u{88}matroska", "#EXTM3U\n\u{1}",
        ] { #expect(type(head) == "unsupported_type", "\(head.debugDescription)") }
        #expect(type("") == "input_empty")
        #expect(type(Data("text".utf8), byteCount: 512 << 20) != "input_too_large")
        #expect(type(Data("text".utf8), byteCount: 512 << 20 + 1) == "input_too_large")
    }

    @Test("a head may end within a character, a file may not")
    func cut() {
        let head = Data("Zoë and Noë".utf8).dropLast()
        #expect(type(head, byteCount: 5_000) == "text/plain")
        #expect(type(head) == "unsupported_type")
    }
}
