import Foundation
import Pipeline

/// The kind of memos on the board.
///
/// Their words are counted. They have a row in place of inputs and fills.
struct BoardKind: Kind {
    let name: KindName = "board"
    let analysed = [Deliverable("count.txt", as: "count.txt")]
    let filled: [Deliverable] = []

    func content(reading settings: SettingsNode?) -> ContentKind {
        ContentKind(name, processing: [.init(CountStage())], filling: [])
    }

    func mediaType(ofHead head: Data, byteCount: Int64, fileName: String) throws -> String {
        try MemoKind().mediaType(ofHead: head, byteCount: byteCount, fileName: fileName)
    }

    func role(of fileName: String) -> FileRole { .original(stem: MemoKind.stem(of: fileName)) }
}
