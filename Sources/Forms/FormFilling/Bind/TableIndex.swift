import FormImport

import FailureModel
import FormModel
import Synchronization

/// Finds the fields of a table's cells, for values given in rows.
///
/// A list row can be a row on the page, or a column of a table with its questions at the left.
final class TableIndex: Sendable {
    private let fields: [Field]
    /// The fields excluded from columns, since a row must not sign.
    private let signing: SigningFields
    /// The fields of each column by name, indexed on first use.
    private let columns = Mutex<[String: [Int]]?>(nil)

    init(_ fields: [Field], signing: SigningFields) {
        self.fields = fields
        self.signing = signing
    }

    private func preparedColumns() -> [String: [Int]] {
        columns.withLock { columns in
            if let columns { return columns }
            var prepared: [String: [Int]] = [:]
            for (place, field) in fields.enumerated() {
                let names = [field.label, field.printedNames?.column, field.printedNames?.row].compactMap(\.self)
                for name in Set(names.map(LabelText.bare)) { prepared[name, default: []].append(place) }
            }
            columns = prepared
            return prepared
        }
    }

    /// Returns the field of a cell if exactly one column has its name.
    ///
    /// - Throws: `unknown_field` if the column has fewer rows.
    func field(of cell: TableCell) throws(Failure) -> Field? {
        let wanted = LabelText.bare(cell.column)
        guard !wanted.isEmpty else { return nil }
        var named = (preparedColumns()[wanted] ?? []).map { fields[$0] }.filter { !signing.contains($0) }
        let here = named.filter { isOf(cell.table, $0) }
        if !here.isEmpty { named = here }
        let columns = Self.series(named)
        guard columns.count == 1 else { return nil }
        guard cell.row <= columns[0].count else {
            throw Failure(
                .unknownField,
                "Row \(cell.row) of \(cell.table.quoted) has no place for \(cell.column.quoted): the form has \(columns[0].count) rows.",
                at: .fields(columns[0].map(\.name)))
        }
        return columns[0][cell.row - 1]
    }

    /// Returns whether a table's name occurs in a text of a field.
    ///
    /// The texts are its section, label, row, column and question.
    private func isOf(_ table: String, _ field: Field) -> Bool {
        // "Dependents" is the table of "Dependent 1".
        var wanted = LabelText.normalised(table)
        if wanted.count > 4, wanted.hasSuffix("s") { wanted.removeLast() }
        return [
            field.section, field.label, field.printedNames?.column, field.printedNames?.row,
            field.printedNames?.question,
        ]
        .compactMap(\.self).contains { LabelText.normalised($0).contains(wanted) }
    }

    /// Groups fields into columns, or else into rows.
    ///
    /// Single fields are omitted.
    private static func series(_ fields: [Field]) -> [[Field]] {
        let columns = chains(fields) {
            abs($0.region.left - $1.region.left) < 4 && abs($0.region.width - $1.region.width) < 6
        }
        if !columns.isEmpty { return columns.map { $0.sorted { $0.region.top < $1.region.top } } }
        return chains(fields) { abs($0.region.midY - $1.region.midY) < 4 }
            .map { $0.sorted { $0.region.left < $1.region.left } }
    }

    private static func chains(_ fields: [Field], _ isNext: (Field, Field) -> Bool) -> [[Field]] {
        var chains: [[Field]] = []
        for field in fields {
            let place = chains.firstIndex { $0[0].page == field.page && isNext($0[0], field) }
            if let place { chains[place].append(field) } else { chains.append([field]) }
        }
        return chains.filter { $0.count > 1 }
    }

    /// Checks that the fields of each row form one row or column on the page.
    ///
    /// - Throws: `ambiguous_field` for a field that is not.
    static func check(_ cells: [(cell: TableCell, field: Field)]) throws(Failure) {
        for (_, row) in Dictionary(grouping: cells, by: { "\($0.cell.table)\n\($0.cell.row)" }).sorted(by: {
            $0.key < $1.key
        }) {
            guard let first = row.first else { continue }
            let strays = [inRow, inColumn].map { isWith in row.filter { !isWith(first.field, $0.field) } }
            guard let stray = (strays[0].count <= strays[1].count ? strays[0] : strays[1]).first else { continue }
            throw Failure(
                .ambiguousField,
                "Row \(stray.cell.row) of \(stray.cell.table.quoted): \(stray.cell.column.quoted) would be \(stray.field.title), which is not beside the others of the row; give this value by the name of its field.",
                at: .field(stray.field.name))
        }
    }

    private static func inRow(_ a: Field, _ b: Field) -> Bool {
        a.page == b.page && a.region.top < b.region.bottom && b.region.top < a.region.bottom
    }

    private static func inColumn(_ a: Field, _ b: Field) -> Bool {
        a.page == b.page && a.region.left < b.region.right && b.region.left < a.region.right
    }
}
