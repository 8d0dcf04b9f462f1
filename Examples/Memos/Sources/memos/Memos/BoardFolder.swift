import Foundation
import Pipeline
import WatchFolder

/// Pins memos dropped into a folder to the board.
///
/// `lunch.memo` becomes the row `lunch` and `lunch.count.txt`.
struct BoardFolder: RowHandler {
    let kind: any Kind = BoardKind()
    let documentName = "memo"
    let board: Board

    func role(of fileName: String) -> DroppedRole { DroppedRole(.original, stem: MemoKind.stem(of: fileName)) }

    func add(_ content: DroppedContent, as part: DroppedRole.Part, to group: DropGroup) async throws {
        guard case .document(let memo) = content else { return }
        try await board.pin(memo, as: group.stem)
    }

    func results(of group: DropGroup, for drop: UUID) async throws -> DropResults? {
        try await board.memo(named: group.stem, of: group.owner).map {
            DropResults(of: $0, kind.analysed, key: group.key)
        }
    }
}
