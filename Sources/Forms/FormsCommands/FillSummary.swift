import FailureModel
import FormFilling
import FormModel

/// What a fill did, in one line.
struct FillSummary {
    /// Such as `9 values, 38 fields left empty, smallest text 9 pt`.
    let text: String

    /// Summarises a report on a form with these fields.
    ///
    /// `pages` are those that were written (0-based); nil for all.
    init(_ report: FillReport, of fields: [Field], on pages: [Int]? = nil) {
        let written = pages.map(Set.init)
        func isWritten(_ page: Int) -> Bool { written?.contains(page) ?? true }
        let filled = report.filled.filter { $0.isEmptied != true && isWritten($0.page) }
        let (held, touched) = (Set(filled.map(\.id)), Set(report.filled.map(\.id)))
        let answered = Set(fields.filter { held.contains($0.id) }.compactMap(\.group?.name))
        let empty = fields.count { field in
            guard isWritten(field.page) else { return false }
            guard touched.contains(field.id) else { return field.defaultValue?.isEmpty != false }
            // The other boxes of a question with an answer are not empty.
            return !held.contains(field.id) && !(field.group.map { answered.contains($0.name) } ?? false)
        }
        var parts = [filled.count.counted("value")]
        let kept = filled.count { $0.match == .kept }
        if kept > 0 { parts[0] += " (\(kept) kept from before)" }
        parts.append("\(empty == 0 ? "no field" : empty.counted("field")) left empty")
        if let size = filled.compactMap(\.fontSize).min() {
            let tenths = (size * 10).rounded() / 10
            parts.append("smallest text \(tenths == tenths.rounded() ? "\(Int(tenths))" : "\(tenths)") pt")
        }
        text = parts.joined(separator: ", ")
    }
}
