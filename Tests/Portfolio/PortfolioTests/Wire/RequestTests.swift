import FailureModel
import Files
import Foundation
import Portfolio
import Testing

@Suite struct RequestTests {
    private func decode(_ text: String) throws -> GeneratePortfolioRequest {
        try GeneratePortfolioRequest.decode(Data(text.utf8))
    }

    private func request(title: String = "Ada", inputs: String) -> String {
        #"{"user_id":"u-1","title":"\#(title)","subtitle":"","category":"Design","inputs":[\#(inputs)]}"#
    }

    private func refusal(_ text: String) -> Failure? {
        do {
            _ = try decode(text)
            return nil
        } catch { return error as? Failure }
    }

    @Test("a request is decoded, and its uploads become parts")
    func manifest() throws {
        let request = try decode(
            request(
                inputs: #"""
                    {"type":"file","file_path":"/uploads/one","title":"Wall"},{"type":"file","file_path":"/uploads/two"},
                    {"type":"file","file_path":"/uploads/gone"},{"type":"file","file_path":"/etc/passwd"},
                    {"type":"url","url":"https://github.com/ada"},{"type":"url","url":"ftp://x"},
                    {"type":"text","text":"Hello","description":"About\nit"}, {"type":"file","file_path":"/uploads/three"}
                    """#))
        let uploads = ["one": "aa", "two": "bb", "three": "aa"]
        let manifest = request.manifest { id in uploads[id].map { .init(content: $0, name: "\(id).jpg") } }
        #expect(manifest.user == "u-1")
        #expect(manifest.inputs[0].source == .file(part: 0, content: "aa"))
        #expect(manifest.inputs[0].name == "one.jpg")
        #expect(manifest.inputs[0].title == "Wall")
        #expect(manifest.inputs[1].source == .file(part: 1, content: "bb"))
        for index in 2...3 {
            guard case .failed(let code, _) = manifest.inputs[index].source else {
                Issue.record("Input \(index) is not known.")
                continue
            }
            #expect(code == "content_unknown")
        }
        #expect(manifest.inputs[4].source == .link("https://github.com/ada"))
        guard case .failed("invalid_url", _) = manifest.inputs[5].source else {
            Issue.record("An address of ftp costs its own input.")
            return
        }
        #expect(manifest.inputs[6].source == .text("Hello"))
        #expect(manifest.inputs[6].description == "About\nit")
        // The same bytes are one part.
        #expect(manifest.inputs[7].source == .file(part: 0, content: "aa"))
        #expect(manifest.parts == ["aa", "bb"])
    }

    @Test(
        "what cannot be understood is malformed",
        arguments: [
            ("", nil), ("[]", nil), ("{}", "user_id"), (#"{"user_id":1}"#, "title"),
            (#"{"user_id":"","title":"","subtitle":"","category":"","inputs":[{"type":"film"}]}"#, "inputs[0].type"),
            (#"{"user_id":"","title":"","subtitle":"","category":"","inputs":[{"type":"url"}]}"#, "inputs[0].url"),
            (
                #"{"user_id":"","title":"","subtitle":"","category":"","inputs":[{"type":"text","text":5}]}"#,
                "inputs[0].text"
            ),
        ] as [(String, String?)])
    func malformed(_ text: String, _ field: String?) {
        let failure = refusal(text)
        #expect(failure?.code == .malformedPortfolio)
        #expect(failure?.fields.first == field)
    }

    @Test("all keys that are missing are named at once, with the misspelt ones beside them")
    func keys() throws {
        let failure = try #require(
            refusal(
                #"{"titel":"","category":"","inputs":[{"typ":"url"},7,{"type":"text","text":"x","more":"y"}],"\u202Ex":1}"#
            ))
        #expect(failure.code == .malformedPortfolio)
        #expect(
            failure.all.map(\.message) == [
                "A key is missing: user_id.", "A key is missing: title.", "A key is missing: subtitle.",
                "There is no key titel; the nearest is title.", "There is no key x.",
                "A key is missing: inputs[0].type.", "There is no key inputs[0].typ; the nearest is type.",
            ])
        // Together with mistakes of other kinds.
        let long = String(repeating: "t", count: 101)
        let body = #"{"user_id":"","title":"\#(long)","subtitle":"","category":"","inputs":[{"text":"x"}]}"#
        #expect(refusal(body)?.fields.first == "inputs[0].type")
        let many = (0..<500).map { #"{"text":"","k\#($0)":1}"# }.joined(separator: ",")
        #expect(refusal(request(inputs: many))?.all.count == 100)
    }

    @Test("keys that are not known are ignored where none is missing")
    func furtherKeys() throws {
        let body =
            #"{"user_id":"","title":"","subtitle":"","category":"","inputs":[{"type":"text","text":"","x":[1]}],"v":2}"#
        #expect(try GeneratePortfolioRequest.decode(Data(body.utf8)).inputs.count == 1)
    }

    @Test("texts over their limits are refused, all at once")
    func tooLong() throws {
        let title = String(repeating: "t", count: 101)
        let text = String(repeating: "x", count: 50_001)
        let failure = try #require(
            refusal(request(title: title, inputs: #"{"type":"text","text":"\#(text)"},{"type":"url"}"#)))
        #expect(failure.code == .textTooLong)
        #expect(failure.all.flatMap(\.fields) == ["title", "inputs[0].text", "inputs[1].url"])
        #expect(failure.all.map(\.code) == [.textTooLong, .textTooLong, .malformedPortfolio])
        #expect(refusal(request(title: String(title.dropLast()), inputs: "")) == nil)
        #expect(refusal(request(inputs: #"{"type":"text","text":"\#(text.dropLast())"}"#)) == nil)
    }

    @Test("marks on a letter count, since there can be any number of them")
    func marks() {
        #expect(
            refusal(request(title: "a" + String(repeating: "\u{301}", count: 100), inputs: ""))?.code == .textTooLong)
    }

    @Test("501 inputs are refused with their number")
    func tooMany() {
        let inputs = Array(repeating: #"{"type":"text","text":"x"}"#, count: 501)
        #expect(
            refusal(request(inputs: inputs.joined(separator: ",")))
                == Failure(.tooManyInputs, "The portfolio has 501 inputs; at most 500 are allowed."))
        #expect(refusal(request(inputs: inputs.dropLast().joined(separator: ","))) == nil)
    }

    @Test("a token is never a path")
    func tokens() {
        #expect(UploadResponse(contentID: "a-1").filePath == "/uploads/a-1")
        #expect(UploadResponse.contentID(in: "/uploads/a-1") == "a-1")
        for path in ["/uploads/", "/uploads/a/b", "/uploads/..", "uploads/a", "/uploads/a%2Fb", "/uploads/ä"] {
            #expect(UploadResponse.contentID(in: path) == nil)
        }
    }

    @Test("answers have the keys of the contract")
    func answers() throws {
        #expect(
            String(decoding: try JSONText.compact(UploadResponse(contentID: "a")), as: UTF8.self)
                == #"{"content_id":"a","file_path":"/uploads/a","success":true}"#)
    }
}
