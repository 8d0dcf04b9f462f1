package import FileCollections
public import Pipeline

/// Adds files to collections, and delivers the results once no more files arrive.
///
/// Each file is a drop and a separate document, so that a damaged file fails alone. The drop added last delivers the
/// results of the newest document; all others are done once they have been added.
public struct CollectionHandler: DropHandler {
    let collectionKind: any CollectionKind
    let collections: FileCollections
    let checkOwner: @Sendable (OwnerID) async throws -> Void
    let adder = CollectionAdder()

    /// The kind of collections.
    public var kind: any Kind { collectionKind }
    /// True.
    public let isPrivate = true
    /// False.
    public let hidesNames = false

    /// Creates the handler of a kind.
    ///
    /// - Parameters:
    ///   - kind: the kind.
    ///   - collections: the collections of the store.
    ///   - checkOwner: throws ``FailureModel/Failure`` unless the owner that a file names exists.
    package init(
        _ kind: any CollectionKind, collections: FileCollections,
        checkOwner: @escaping @Sendable (OwnerID) async throws -> Void
    ) {
        collectionKind = kind
        self.collections = collections
        self.checkOwner = checkOwner
    }

    /// Matches each file alone, after its companions and any earlier file of its name.
    public func match(_ look: inout Inbox.Look, in inbox: inout Inbox) throws {
        if look.complete.isEmpty { return }
        let taken = try inbox.newcomers()
        var others: [String: [String]] = [:]
        for name in Set(look.present.keys).union(taken) {
            if let collection = collectionKind.collection(of: name) { others[collection, default: []].append(name) }
        }
        for name in look.complete.sorted() where look.matches.count < look.limit {
            let collection = collectionKind.collection(of: name)
            let names = (collection.flatMap { others[$0] } ?? []).filter { $0 != name }
            if taken.contains(name) || !collectionKind.companions(of: name, among: names).isEmpty {
                look.hasWaiting = true
            } else {
                look.match(name, stem: collection ?? name)
            }
        }
    }

    /// Adds a file to its collection; the last one delivers the results.
    public func process(_ drop: inout Drop, by work: DropWork<CollectionHandler>) async throws {
        try await work.grow(&drop)
    }
}
