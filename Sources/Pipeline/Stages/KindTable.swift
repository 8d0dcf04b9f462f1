import Foundation

/// The declared kinds, and the routes that follow from them. Pure: same declarations, same routes.
public struct KindTable: Sendable {
    private let kinds: [KindName: ContentKind]

    /// Later declarations of a name replace earlier ones.
    public init(_ kinds: [ContentKind]) {
        self.kinds = Dictionary(kinds.map { ($0.name, $0) }) { $1 }
    }

    /// The names of all kinds, in alphabetical order.
    public var names: [KindName] {
        kinds.keys.sorted { $0.text < $1.text }
    }

    /// The kind of this name; `nil` where it is not declared.
    public subscript(name: KindName) -> ContentKind? {
        kinds[name]
    }

    /// Every stage of every kind, in the order of names and then of work.
    public var addresses: [StageAddress] {
        names.flatMap { name in
            (kinds[name].map { $0.processing + $0.filling } ?? [])
                .map { StageAddress(kind: name, stage: $0.stage.name) }
        }
    }

    /// The declared stage at an address.
    public subscript(address: StageAddress) -> ContentKind.PlannedStage? {
        kinds[address.kind]?.stage(address.stage)
    }

    /// Everything that a document goes through in `state`; `nil` for an undeclared kind or where no stages run.
    public func route(of document: Document, through state: DocumentState) -> Route? {
        route(document, through: state) { $0[...] }
    }

    /// What is left from `stage` on, itself included. The whole route where the stage is not declared any more.
    public func route(of document: Document, through state: DocumentState, from stage: StageName) -> Route? {
        route(document, through: state) { steps in
            steps.drop { $0.stage != stage }.isEmpty ? steps[...] : steps.drop { $0.stage != stage }
        }
    }

    /// What is left once `stage` is done.
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

    /// A stage's result depends on the bytes and on every stage up to it, so its key covers the fingerprints of all
    /// of them. From the first stage without a fingerprint on, nothing is shared. A fill depends on its inputs as
    /// well and shares nothing.
    ///
    /// The key covers the owner, too. A result would give nothing away, since it depends on the bytes alone; but that it
    /// is shared shows in the log (`following`, `reused`, `promoted`) and in the time it takes, and would tell one owner
    /// that another has the same file, or works on it, or has just deleted it.
    private static func steps(of kind: ContentKind, _ document: Document, in state: DocumentState) -> [Route.Step] {
        var lineage: String? = state == .processing ? "\(kind.name)\n\(document.content)" : nil
        // Nothing is added for the local owner, so that stores from before there were owners keep what they know.
        if document.owner != .local {
            lineage = lineage.map { "\($0)\n\(ContentID(of: Data(document.owner.text.utf8)))" }
        }
        return kind.stages(in: state).map { planned in
            lineage = lineage.flatMap { past in
                planned.stage.fingerprint.map { "\(past)\n\(planned.stage.name)\t\($0)" }
            }
            return Route.Step(
                stage: planned.stage.name, attemptLimit: planned.limits.attempts,
                reuseKey: lineage.map { ContentID(of: Data($0.utf8)) })
        }
    }
}
