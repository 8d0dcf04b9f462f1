import Pipeline
import WatchFolder

extension CollectionHandler {
    /// Creates the handler of a kind for the collections of a store.
    ///
    /// The files of a collection may name any owner that every domain's `checkOwner` accepts.
    init(_ kind: any CollectionKind, in system: LocalSystem) {
        self.init(kind, collections: system.collections) { owner in
            for domain in system.settings.domains { try await domain.checkOwner(owner, system) }
        }
    }
}
