package import Pipeline

/// Processes originals and inputs of fills according to a kind's own rules.
package struct FileHandler: DropHandler {
    /// Returns the facts of copies of the known original with a name; see ``facts(ofCopiesOf:owner:)``.
    package typealias KnownFacts = @Sendable (_ name: String, _ owner: OwnerID) async throws -> [String: String]

    package let kind: any Kind
    private let knownFacts: KnownFacts?

    /// Creates the handler of a kind.
    ///
    /// - Parameters:
    ///   - kind: the kind.
    ///   - knownFacts: returns the facts of copies of a known original; nil for a kind without known originals.
    package init(_ kind: any Kind, knownFacts: KnownFacts? = nil) {
        self.kind = kind
        self.knownFacts = knownFacts
    }

    package func facts(ofCopiesOf name: String, owner: OwnerID) async throws -> [String: String]? {
        try await knownFacts?(name, owner)
    }

    /// Matches an original with the first of its inputs.
    ///
    /// Further inputs follow on their own.
    package func match(_ look: inout Inbox.Look, in inbox: inout Inbox) {
        let names = look.present.keys.sorted()
        var inputs: [String: [String]] = [:]
        for name in names {
            if case .inputs(let stem) = kind.role(of: name) { inputs[stem, default: []].append(name) }
        }
        var taken: Set<String> = []
        for name in names {
            guard case .original(let stem) = kind.role(of: name) else { continue }
            let mine = ((inputs[name] ?? []) + (inputs[stem] ?? [])).first { !taken.contains($0) }
            if let mine { taken.insert(mine) }
            guard look.complete.contains(name), mine.map(look.complete.contains) ?? true else { continue }
            look.match(name, with: mine, stem: stem)
        }
        for name in names where look.complete.contains(name) && !taken.contains(name) {
            guard case .inputs(let stem) = kind.role(of: name) else { continue }
            inbox.matchInputs(name, stem: stem, in: &look)
        }
    }

    package func process(_ drop: inout Drop, by work: DropWork<FileHandler>) async throws { try await work.fill(&drop) }
}
