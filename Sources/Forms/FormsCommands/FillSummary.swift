import FailureModel
import FormFilling
import FormModel

/// What a fill did, in one line.
struct FillSummary {
    /// Such as `9 values, 38 fields left empty, smallest text 9 pt`.
    let text: String

    /// Summarises a report on a form with these fields.
    init(_ report: FillReport, of fields: [Field]) {
        let held = Set(fields.filter { $0.defaultValue?.isEmpty == false }.map(\.name))
        let empty = report.untouched.count { !held.contains($0) }
        var parts = [report.filled.count.counted("value")]
        let kept = report.filled.count { $0.match == .kept }
        if kept > 0 { parts[0] += " (\(kept) kept from before)" }
        parts.append("\(empty == 0 ? "no field" : empty.counted("field")) left empty")
        if let size = report.filled.compactMap(\.fontSize).min() {
            let tenths = (size * 10).rounded() / 10
            parts.append("smallest text \(tenths == tenths.rounded() ? "\(Int(tenths))" : "\(tenths)") pt")
        }
        text = parts.joined(separator: ", ")
    }
}
