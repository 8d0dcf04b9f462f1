import FailureModel
import FormModel

/// The marked boxes of questions that keep their marks from an earlier fill.
struct KeptAnswers {
    private var titles: [String: [String]] = [:]

    /// Finds the boxes among all values of a form.
    init(_ values: [BoundValue]) {
        for value in values where value.match == .kept && value.content == .checked(true) {
            guard let group = value.field.group else { continue }
            titles[group.name, default: []].append(value.field.title)
        }
    }

    /// Returns a note on a newly marked box beside them, or nil.
    func note(on value: BoundValue) -> String? {
        guard value.match != .kept, value.content == .checked(true), let group = value.field.group,
            let kept = titles[group.name]
        else { return nil }
        return "From the earlier fill, \(kept.listed(6)) stays marked beside it; give it the value false to unmark it."
    }
}
