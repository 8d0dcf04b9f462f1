import FailureModel
import FormModel

/// The values given for one form: in a file, individually, and as a profile.
package struct GivenValues: Sendable {
    /// The values of the file.
    package var entries: [ValueEntry]
    /// The values that take precedence over those of the file.
    package var overriding: [ValueEntry]
    /// The profile in the file; nil if it has none.
    package var profile: Profile?

    /// Creates values.
    package init(_ entries: [ValueEntry] = [], overriding: [ValueEntry] = [], profile: Profile? = nil) {
        self.entries = entries
        self.overriding = overriding
        self.profile = profile
    }

    /// Whether nothing is given.
    package var isEmpty: Bool { entries.isEmpty && overriding.isEmpty && profile == nil }
}

extension Binder {
    /// Returns the effective values.
    ///
    /// If two refer to one field, under any keys, the one that takes precedence is kept.
    package func merged(_ given: GivenValues) -> [ValueEntry] {
        guard !given.overriding.isEmpty, !given.entries.isEmpty else { return given.entries + given.overriding }
        var taken: Set<Field.ID> = []
        for entry in given.overriding { taken.formUnion(ids(of: entry)) }
        let keys = Set(given.overriding.map(\.key))
        return given.entries.filter { !keys.contains($0.key) && taken.isDisjoint(with: ids(of: $0)) } + given.overriding
    }

    /// Returns the IDs of an entry's fields.
    ///
    /// They are empty if the key is invalid, which is reported when the entry is bound.
    private func ids(of entry: ValueEntry) -> [Field.ID] {
        do throws(Failure) { return try fields(for: entry).map(\.id) } catch { return [] }
    }
}
