import FormImport
import FormModel

/// Joins the parts of a date between which the form prints its own signs.
///
/// The scorer sees the parts alone, too, and may choose some of them.
struct SeparatedDates {
    let words: LabelWords

    /// Maximum width in points of a blank beyond its date.
    private static let spare = 24.0

    /// Returns the chosen candidates, with a series in place of some of its parts.
    ///
    /// If all three parts are chosen, they stay: each may be a blank of its own.
    func joined(_ chosen: [Candidate], among candidates: [Candidate]) -> [Candidate] {
        var result = chosen
        for series in candidates where series.isDate && isDate(series.caption) {
            let here = result.filter { overlaps($0.region, series.region) }
            guard !here.contains(where: { $0.kind == .series || $0.region.width > series.region.width + Self.spare }),
                here.count != 3
            else { continue }
            var whole = series
            whole.score = ([series.score, NonMaximumSuppression.leastScore] + here.map(\.score)).max() ?? series.score
            result.removeAll { overlaps($0.region, series.region) }
            result.append(whole)
        }
        return result
    }

    private func isDate(_ caption: Caption) -> Bool {
        caption.hint != nil || words.lastDate(in: LabelWords.words(of: caption.text)) != nil
    }

    private func overlaps(_ region: Region, _ series: Region) -> Bool {
        guard let common = region.intersection(series)?.area else { return false }
        return common > NonMaximumSuppression.shared * min(region.area, series.area)
    }
}
