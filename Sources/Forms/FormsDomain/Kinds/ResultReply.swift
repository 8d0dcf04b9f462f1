package import Pipeline

/// A result created from a form on demand.
package struct ResultReply: Sendable, Hashable, Codable {
    /// The result.
    package var artefact: Artefact
    /// The names of fields with values withheld from the result; see `ExistingValues.withheld`.
    package var withheld: [String]

    init(_ artefact: Artefact, withheld: [String]) {
        self.artefact = artefact
        self.withheld = withheld
    }
}
