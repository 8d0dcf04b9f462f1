package import FailureModel

/// An edition as a person gave it, which has not been checked yet.
package struct EditionFile: Hashable, Sendable {
    /// What could be read of it.
    package var edition: PortfolioEdition
    /// Where it was written.
    package var source: WrittenFile

    /// Creates an edition to be checked; without a source it was not written in a file.
    package init(_ edition: PortfolioEdition, in source: WrittenFile = WrittenFile()) {
        self.edition = edition
        self.source = source
    }

    /// Returns the edition for a portfolio.
    ///
    /// - Throws: `malformed_portfolio` or `text_too_long` with all mistakes of form and of content in the order of their
    ///   lines; a name that the portfolio does not have has the nearest one as its hint.
    package func checked(against manifest: PortfolioManifest) throws(Failure) -> PortfolioEdition {
        try diagnostics(
            names: manifest.inputs.compactMap(\.name), folders: manifest.works.map(\.folder), base: manifest.edition
        ).check()
        return edition
    }

    /// Returns the mistakes of form and content.
    ///
    /// - Parameters:
    ///   - names: The names of the portfolio's files.
    ///   - folders: The names of its works' folders.
    ///   - base: The portfolio's own edition, which says what this one leaves open.
    /// - Returns: The mistakes.
    func diagnostics(names: [String], folders: [String], base: PortfolioEdition?) -> DiagnosticList {
        var diagnostics = DiagnosticList(source)
        EditionCheck.collect(edition, base: base, names: names, folders: folders, into: &diagnostics)
        return diagnostics
    }
}
