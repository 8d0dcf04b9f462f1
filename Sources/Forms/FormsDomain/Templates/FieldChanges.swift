package import FailureModel
package import FormModel
import FormImport
package import Foundation

/// Changes to a list of fields, based on one version of it.
package enum FieldChanges: Sendable, Hashable {
    /// Adds or replaces fields by ID, and removes those with the given IDs.
    ///
    /// New and moved fields are inserted in reading order; an unnamed field gets a name.
    case edits(upsert: [Field], delete: [UUID] = [])
    /// Replaces the whole list and keeps its order.
    case whole([Field])

    /// Applies the changes to a list that others may have changed in the meantime.
    ///
    /// - Parameters:
    ///   - current: the current list.
    ///   - base: the list that the changes are based on. If it is `nil` because it is no longer known, every difference
    ///     from `current` counts as a change by others.
    /// - Returns: the merged list.
    /// - Throws: the fields that both sides changed differently.
    package func applied(to current: [Field], since base: [Field]?) throws(FieldConflicts) -> [Field] {
        let theirs = Dictionary(current.map { ($0.id, $0) }) { first, _ in first }
        let was = base.map { Dictionary($0.map { ($0.id, $0) }) { first, _ in first } }
        var conflicts: [FieldConflicts.Conflict] = []
        func isFree(_ id: UUID, yours: Field?) -> Bool {
            let now = theirs[id]
            let isUntouched = was.map { $0[id] == now } ?? (now == nil)
            guard now != yours, !isUntouched else { return true }
            conflicts.append(FieldConflicts.Conflict(id: id, yours: yours, theirs: now))
            return false
        }
        let (upsert, delete) = edits(since: was ?? [:])
        let removed = Set(delete.filter { isFree($0, yours: nil) })
        let changed = upsert.map(\.withoutValue).filter { isFree($0.id, yours: $0) }
        guard conflicts.isEmpty else { throw FieldConflicts(conflicts: conflicts) }
        let list = Self.putting(changed, into: current.filter { !removed.contains($0.id) })
        if case .whole(let fields) = self { return Self.sorted(list, like: fields.map(\.id)) }
        return list
    }

    /// The fields in the changes, as given.
    var fields: [Field] {
        switch self {
        case .edits(let upsert, _): upsert
        case .whole(let fields): fields
        }
    }

    private func edits(since base: [UUID: Field]) -> (upsert: [Field], delete: [UUID]) {
        switch self {
        case .edits(let upsert, let delete): return (upsert, delete)
        case .whole(let fields):
            let kept = Set(fields.map(\.id))
            return (fields.filter { base[$0.id] != $0.withoutValue }, base.keys.filter { !kept.contains($0) })
        }
    }

    /// Replaces fields, or inserts them in reading order; moved fields are reinserted.
    private static func putting(_ changed: [Field], into list: [Field]) -> [Field] {
        let now = Dictionary(list.map { ($0.id, $0) }) { first, _ in first }
        let (replaced, placed) = changed.reduce(into: ([UUID: Field](), [Field]())) { parts, field in
            let old = now[field.id]
            if old?.page == field.page, old?.region == field.region {
                parts.0[field.id] = field
            } else {
                parts.1.append(field)
            }
        }
        let moved = Set(placed.map(\.id))
        let kept = list.filter { !moved.contains($0.id) }.map { replaced[$0.id] ?? $0 }
        guard !placed.isEmpty else { return kept }
        let pages = Dictionary(grouping: kept, by: \.page).merging(Dictionary(grouping: placed, by: \.page)) { $0 + $1 }
        var followers: [UUID: [Field]] = [:]
        var first: [Int: [Field]] = [:]
        for (page, fields) in pages {
            // The detector's own order is kept: a field follows the one that precedes it in reading order.
            var anchor: UUID?
            for field in ReadingOrder.sorted(fields, by: \.region) {
                if !moved.contains(field.id) {
                    anchor = field.id
                } else if let anchor {
                    followers[anchor, default: []].append(field)
                } else {
                    first[page, default: []].append(field)
                }
            }
        }
        let keptPages = Dictionary(grouping: kept, by: \.page)
        return pages.keys.sorted().flatMap { page in
            (first[page] ?? []) + (keptPages[page] ?? []).flatMap { [$0] + (followers[$0.id] ?? []) }
        }.allNamed
    }

    /// Sorts fields in the order of IDs; others stay after their current predecessor.
    private static func sorted(_ list: [Field], like order: [UUID]) -> [Field] {
        let places = Dictionary(order.enumerated().map { ($1, $0) }) { first, _ in first }
        var place = -1
        let keyed = list.enumerated().map { index, field in
            let known = places[field.id]
            place = known ?? place
            return (key: (place, known == nil ? 1 : 0, index), field: field)
        }
        return keyed.sorted { $0.key < $1.key }.map(\.field)
    }
}

/// Fields that two people changed differently from the same version.
package struct FieldConflicts: Error, Hashable, FailureConvertible {
    /// The two versions of one field.
    package struct Conflict: Sendable, Hashable {
        /// The field's ID.
        package let id: UUID
        /// The field in the rejected change; `nil` if the change deletes it.
        package let yours: Field?
        /// The current field; `nil` if it has been deleted.
        package let theirs: Field?
    }

    /// The fields in the order of the change.
    ///
    /// It is empty if an undo does not apply to the newest version.
    package var conflicts: [Conflict]
    /// The current version.
    package var version = 0

    /// The failure `edit_conflict`.
    package var failure: Failure {
        Failure(
            .editConflict,
            conflicts.isEmpty
                ? "The fields have changed meanwhile; look at them before you undo."
                : "\(conflicts.count == 1 ? "One field has" : "\(conflicts.count) fields have") been changed by "
                    + "someone else meanwhile; nothing was changed.")
    }
}
