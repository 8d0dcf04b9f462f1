import Foundation

/// The declared kinds and the routes derived from them.
///
/// Its methods are pure: the same declarations give the same routes.
public struct KindTable: Sendable {
    private let kinds: [KindName: ContentKind]

    /// Creates a table; later declarations of a name replace earlier ones.
    public init(_ kinds: [ContentKind]) {
        self.kinds = Dictionary(kinds.map { ($0.name, $0) }) { $1 }
    }

    /// The names of all kinds, in alphabetical order.
    public var names: [KindName] {
        kinds.keys.sorted { $0.text < $1.text }
    }

    /// The kind with this name; `nil` if it is not declared.
    public subscript(name: KindName) -> ContentKind? {
        kinds[name]
    }

    /// All processing and filling stages, sorted by kind and then by execution.
    public var addresses: [StageAddress] {
        names.flatMap { name in
            (kinds[name].map { $0.processing + $0.filling } ?? [])
                .map { StageAddress(kind: name, stage: $0.stage.name) }
        }
    }

    /// The declared stage with this address, if any.
    public subscript(address: StageAddress) -> ContentKind.PlannedStage? {
        kinds[address.kind]?.stage(address.stage)
    }

    /// Returns the whole route through `state`.
    ///
    /// It is `nil` if the kind is not declared or no stages run in the state.
    public func route(of document: Document, through state: DocumentState) -> Route? {
        route(document, through: state) { $0[...] }
    }

    /// Returns the route from `stage` on; the whole route if the stage is undeclared.
    public func route(of document: Document, through state: DocumentState, from stage: StageName) -> Route? {
        route(document, through: state) { steps in
            steps.drop { $0.stage != stage }.isEmpty ? steps[...] : steps.drop { $0.stage != stage }
        }
    }

    /// Returns the rest of the route after `stage`.
    public func route(of document: Document, through state: DocumentState, after stage: StageName) -> Route? {
        route(document, through: state) { steps in
            steps.drop { $0.stage != stage }.dropFirst()
        }
    }

    private func route(
        _ document: Document, through state: DocumentState,
        selecting select: ([Route.Step]) -> ArraySlice<Route.Step>
    ) -> Route? {
        guard let kind = kinds[document.kind], let destination = state.destination else { return nil }
        let steps = Self.steps(of: kind, document, in: state)
        return Route(steps: Array(select(steps)), through: state, to: destination)
    }

    /// Returns the steps with their reuse keys.
    ///
    /// A stage's result depends on the bytes and on every stage up to it, so its key covers the fingerprints of all of
    /// them, and the document's name if one of them reads it. From the first stage without a fingerprint on, nothing is
    /// shared, unless the stage states a fact that decides for the later ones, whose keys cover it. A fill also depends on its inputs, and a document with parts on their results; these share nothing.
    ///
    /// The key also covers the owner. A shared result would reveal nothing, since it depends on the bytes alone. But
    /// sharing shows in the log (`following`, `reused`, `promoted`) and in the time taken, and would reveal to one
    /// owner that another has the same file, is processing it or has just deleted it.
    private static func steps(of kind: ContentKind, _ document: Document, in state: DocumentState) -> [Route.Step] {
        var lineage: String? =
            state == .processing && document.partCount == 0 ? "\(kind.name)\n\(document.content)" : nil
        // The local owner adds nothing to the key, so that results in stores that predate owners are still found.
        if document.owner != .local {
            lineage = lineage.map { "\($0)\n\(ContentID(of: Data(document.owner.text.utf8)))" }
        }
        return kind.stages(in: state).map { planned in
            if planned.stage.readsFileName {
                lineage = lineage.map { "\($0)\n\(ContentID(of: Data(document.fileName.utf8)))" }
            }
            let step = { Route.Step(stage: planned.stage.name, attemptLimit: planned.limits.attempts, reuseKey: $0) }
            if let fact = planned.stage.decidingFact {
                // Without the fact, the key is that of the same stages without this one.
                if let value = document.facts[fact], !value.isEmpty {
                    lineage = lineage.map { "\($0)\n\(planned.stage.name)\t\(value)" }
                }
                return step(nil)
            }
            lineage = lineage.flatMap { past in
                planned.stage.fingerprint.map { "\(past)\n\(planned.stage.name)\t\($0)" }
            }
            return step(lineage.map { ContentID(of: Data($0.utf8)) })
        }
    }
}
