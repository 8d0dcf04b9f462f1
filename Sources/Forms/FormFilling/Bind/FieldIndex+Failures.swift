import FormImport
import FailureModel
import FormModel
import Foundation

/// The failures of keys, which list the fields they may mean.
extension FieldIndex {
    /// Maximum number of fields to list for an ambiguous key.
    private static let listed = 8
    /// Maximum number of fields to propose for a key that is unknown or ambiguous.
    private static let proposals = 3

    /// Returns the failure for a key near the label of a field that needs certainty.
    func refused(_ key: String, _ field: Field, _ reason: String) -> Failure {
        Failure(
            .unknownField,
            "No field is called \(key.quoted); the nearest is \(describe(Target(fields: [field]))), \(reason)",
            at: .field(field.name))
    }

    /// Returns the failure for an ambiguous key.
    ///
    /// The targets are listed in the order of `nearest` if it contains all of them.
    func tie(_ key: FieldKey, _ targets: [Target], isExact: Bool, nearest: [Target] = []) -> Failure {
        let ids = Set(targets.map(\.first.id))
        let ranked = nearest.filter { ids.contains($0.first.id) }
        let targets = ranked.count == targets.count ? ranked : targets
        let listed = targets.map(describe).listed(Self.listed)
        let others = nearest.filter { !ids.contains($0.first.id) }.prefix(max(0, Self.proposals - targets.count))
        let more = others.isEmpty ? "" : "; near to it is also \(others.map(describe).joined(separator: ", "))"
        let (page, text) = (key.page.map { "p\($0 + 1):" } ?? "", key.text.abridged(to: 60))
        var advice = "use the name in brackets"
        if isExact {
            let sections = targets.map(\.first.section)
            if let section = sections[0], Set(sections).count == sections.count, !text.contains(" / ") {
                advice += ", or \"\(section.abridged(to: 60)) / \(text)\" for the first"
            } else {
                advice += ", or \"\(page)\(text)#1\" for the first"
            }
            if page.isEmpty, Set(targets.map(\.first.page)).count == targets.count {
                advice += ", or \"p\(targets[0].first.page + 1):\(text)\" for the one on that page"
            }
        }
        return Failure(
            .ambiguousField,
            "The key \((page + key.text).quoted) matches \(targets.count) fields: \(listed)\(more); \(advice).",
            at: .fields(targets.map(\.first.name)))
    }

    func unknown(_ key: String, wanted: String, nearest: [Target]) -> Failure {
        var nearest = Array(nearest.prefix(Self.proposals))
        if nearest.isEmpty {
            var seen: Set<String> = []
            nearest = texts.nearest(to: wanted).map { fields[$0] }.filter { seen.insert($0.label).inserted }
                .prefix(Self.proposals).map { Target(fields: [$0]) }
        }
        let hint =
            nearest.isEmpty
            ? "the form has no fields" : "the nearest are \(nearest.map(describe).joined(separator: ", "))"
        return Failure(
            .unknownField, "No field is called \(key.quoted); \(hint).", at: .fields(nearest.map(\.first.name)))
    }

    /// Describes a target by label, section, name and place, to distinguish fields with equal labels.
    func describe(_ target: Target) -> String {
        let field = target.first
        let question = target.use == .choice ? field.group?.label ?? field.printedNames?.question : nil
        let section = field.section.map { " in \($0.quoted)" } ?? ""
        return
            "\((question ?? field.label).quoted)\(section) (\(field.name.abridged(to: 200)), page \(field.page + 1), \(place(of: field)))"
    }

    /// Returns the position of a field on its page, such as "top left".
    ///
    /// It is relative to the extent of all fields of the page.
    private func place(of field: Field) -> String {
        let regions = fields.lazy.filter { $0.page == field.page }.map(\.region)
        let extent = regions.reduce(field.region) { $0.union($1) }
        func third(_ value: Double, from: Double, to: Double, _ names: [String]) -> String {
            names[min(2, max(0, Int(3 * (value - from) / max(to - from, 1))))]
        }
        let row = third(field.region.midY, from: extent.top, to: extent.bottom, ["top", "middle", "bottom"])
        let column = third(field.region.midX, from: extent.left, to: extent.right, ["left", "centre", "right"])
        return "\(row) \(column)"
    }
}
