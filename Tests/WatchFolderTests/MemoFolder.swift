import FailureModel
import Foundation
import Pipeline
import PipelineTestSupport
import WatchFolder

/// The tests' second kind in a watched folder: `note.memo` with `note.sign` becomes `note.signed.txt`; a `.signs` file has
/// one signature a line.
struct MemoFolder: FolderKind {
    let name: KindName = "memo"

    func role(of fileName: String) -> DropRole {
        let parts = fileName.split(separator: ".")
        let stem = parts.dropLast().joined(separator: ".")
        return ["sign", "signs"].contains(parts.last) ? .inputs(stem: stem) : .original(stem: stem)
    }

    func mediaType(of bytes: Data, fileName: String) throws -> String {
        if bytes.isEmpty { throw DropFailure(.inputEmpty, "\(fileName) is empty.") }
        return "text/plain"
    }

    func records(in bytes: Data, fileName: String) throws -> any DropRecords {
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
        return Signatures(lines: lines[...], areNumbered: fileName.hasSuffix(".signs"))
    }

    let analysed = [Deliverable("count.txt", as: "count.txt")]
    let filled = [Deliverable("memo.txt", as: "signed.txt")]

    private struct Signatures: DropRecords {
        var lines: ArraySlice<String>
        let areNumbered: Bool

        mutating func next() -> DropRecord? {
            guard let line = lines.first else { return nil }
            let number = lines.startIndex + 1
            lines = lines.dropFirst()
            let input = PipelineClient.Input(name: "signature", mediaType: "text/plain", bytes: Data(line.utf8))
            return DropRecord(
                number: number, line: number,
                inputs: line == "?"
                    ? .failure(DropFailure("illegible", "The signature cannot be read."))
                    : .success([input]))
        }
    }
}
