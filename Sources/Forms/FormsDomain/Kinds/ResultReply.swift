package import Pipeline

/// What was made of a form when somebody asked for it.
package struct ResultReply: Sendable, Hashable, Codable {
    /// The result.
    package var artefact: Artefact
    /// The names of the fields whose values are left out of the result, as `ExistingValues.withheld` says.
    package var withheld: [String]

    init(_ artefact: Artefact, withheld: [String]) {
        self.artefact = artefact
        self.withheld = withheld
    }
}
