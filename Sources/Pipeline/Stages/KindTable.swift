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
        route(kind: document.kind, content: document.content, through: state) { $0[...] }
    }

    /// What is left from `stage` on, itself included. The whole route where the stage is not declared any more.
    public func route(of document: Document, through state: DocumentState, from stage: StageName) -> Route? {
        route(kind: document.kind, content: document.content, through: state) { steps in
            steps.drop { $0.stage != stage }.isEmpty ? steps[...] : steps.drop { $0.stage != stage }
        }
    }

    /// What is left once `stage` is done.
    public func route(of document: Document, through state: DocumentState, after stage: StageName) -> Route? {
        route(kind: document.kind, content: document.content, through: state) { steps in
            steps.drop { $0.stage != stage }.dropFirst()
        }
    }

    private func route(
        kind name: KindName, content: ContentID, through state: DocumentState,
        selecting select: ([Route.Step]) -> ArraySlice<Route.Step>
    ) -> Route? {
        guard let kind = kinds[name], let destination = state.destination else { return nil }
        let steps = Self.steps(of: kind, content: content, in: state)
        return Route(steps: Array(select(steps)), through: state, to: destination)
    }

    /// A stage's result depends on the bytes and on every stage up to it, so its key covers the fingerprints of all
    /// of them. From the first stage without a fingerprint on, nothing is shared. A fill depends on its inputs as
    /// well and shares nothing.
    private static func steps(of kind: ContentKind, content: ContentID, in state: DocumentState) -> [Route.Step] {
        var lineage: String? = state == .processing ? "\(kind.name)\n\(content)" : nil
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
