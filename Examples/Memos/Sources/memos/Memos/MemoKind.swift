import FailureModel
import Foundation
import Pipeline

/// The kind of memos, which are texts.
///
/// The analysis counts the words of a memo. A fill appends a signature and converts the memo to upper case.
///
/// `note.memo` alone becomes `note.count.txt`. With `note.sign` it becomes `note.signed.txt`; `note.signs` has one
/// signature per line, and each yields a memo.
struct MemoKind: Kind {
    let name: KindName = "memo"
    let settingsSection: String? = "memos"
    let errors = ErrorRow.rows(.memoNotText, .memoSignature)

    func content(reading settings: SettingsNode?) -> ContentKind {
        let keys = settings?.mapping(known: ["separator"])
        let shout = ShoutStage(separator: keys?["separator"]?.text() ?? "—")
        return ContentKind(name, processing: [.init(CountStage())], filling: [.init(shout)])
    }

    func mediaType(ofHead head: Data, byteCount: Int64, fileName: String) throws -> String {
        guard byteCount > 0 else { throw Failure(.inputEmpty, "\(fileName) is empty.") }
        guard !head.contains(0) else { throw Failure(.memoNotText, "\(fileName) is not a text.") }
        return "text/plain"
    }

    func role(of fileName: String) -> FileRole {
        let stem = Self.stem(of: fileName)
        return ["sign", "signs"].contains(fileName.split(separator: ".").last)
            ? .inputs(stem: stem) : .original(stem: stem)
    }

    static func stem(of fileName: String) -> String {
        fileName.split(separator: ".").dropLast().joined(separator: ".")
    }

    func records(in bytes: Data, fileName: String) throws -> any InputRecords {
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
        return Signatures(lines: lines, numbersRecords: fileName.hasSuffix(".signs"))
    }

    let analysed = [Deliverable("count.txt", as: "count.txt")]
    let filled = [Deliverable("memo.txt", as: "signed.txt")]
}

/// The signatures of a file, one per line; `?` is illegible.
private struct Signatures: InputRecords {
    let lines: [String]
    let numbersRecords: Bool
    private var position = 0

    init(lines: [String], numbersRecords: Bool) {
        self.lines = lines
        self.numbersRecords = numbersRecords
    }

    mutating func next() -> InputRecord? {
        guard position < lines.count else { return nil }
        let line = lines[position]
        position += 1
        let input = PipelineClient.Input(name: "signature", mediaType: "text/plain", bytes: Data(line.utf8))
        return InputRecord(
            number: position, line: position,
            inputs: line == "?" ? .failure(Failure(.memoSignature, "The signature cannot be read.")) : .success([input])
        )
    }
}
