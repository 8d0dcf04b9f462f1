import FormImport

import FormModel

/// Finds the tokens near a point without searching all of them.
struct TokenIndex {
    private var cells: [[Token]]
    private let columns: Int
    private let rows: Int
    private static let side = 36.0

    init(_ tokens: [Token], size: PageSize) {
        columns = max(1, Int(size.width / Self.side) + 1)
        rows = max(1, Int(size.height / Self.side) + 1)
        cells = [[Token]](repeating: [], count: columns * rows)
        for token in tokens {
            let r = token.region
            let c0 = column(r.left - 2)
            let c1 = column(r.right + 2)
            for row in self.row(r.top - 2)...self.row(r.bottom + 2) {
                for column in c0...c1 { cells[row * columns + column].append(token) }
            }
        }
    }

    /// Returns the tokens that touch the index cell of a point.
    func near(x: Double, y: Double) -> [Token] { cells[row(y) * columns + column(x)] }

    private func column(_ x: Double) -> Int { min(columns - 1, max(0, Int(x / Self.side))) }
    private func row(_ y: Double) -> Int { min(rows - 1, max(0, Int(y / Self.side))) }
}
