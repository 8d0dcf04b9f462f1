package import LocalStore
package import Pipeline

/// An entry of the navigation on all pages.
public struct NavigationEntry: Sendable {
    /// The text of the link.
    package let title: String
    /// The path of the page.
    package let path: String
    /// Whether only administrators see it.
    package let isForAdministrators: Bool
    /// Returns whether an owner uses the pages; `nil` for pages that everybody is shown.
    ///
    /// The entry of pages that are not in use stands under *More*.
    package let isInUse: (@Sendable (OwnerID) async throws -> Bool)?

    /// Creates an entry.
    package init(
        title: String, path: String, isForAdministrators: Bool = false,
        isInUse: (@Sendable (OwnerID) async throws -> Bool)? = nil
    ) {
        self.title = title
        self.path = path
        self.isForAdministrators = isForAdministrators
        self.isInUse = isInUse
    }

    /// Creates the entry of kinds of content.
    ///
    /// They are in use if the settings file names one of them, or if the owner has a document of one.
    package init(title: String, path: String, kinds: Set<KindName>, in system: LocalSystem) {
        let isNamed = !kinds.isDisjoint(with: system.settings.namedKinds)
        self.init(title: title, path: path) { owner in
            if isNamed { return true }
            for kind in kinds {
                let query = DocumentQuery(in: .owner(owner), kind: kind, limit: 1)
                if try await !system.store.documents(query).isEmpty { return true }
            }
            return false
        }
    }

    /// Returns whether a page belongs to the entry.
    func leads(to page: String) -> Bool { page == path || page.hasPrefix(path == "/" ? "/documents/" : path + "/") }
}
