package import FailureModel

/// An edition from a person, not yet checked.
package struct EditionFile: Hashable, Sendable {
    /// The readable part of the edition.
    package var edition: PortfolioEdition
    /// The file in which it was written.
    package var source: WrittenFile

    /// Creates an unchecked edition.
    ///
    /// The default source means that no file holds it.
    package init(_ edition: PortfolioEdition, in source: WrittenFile = WrittenFile()) {
        self.edition = edition
        self.source = source
    }

    /// Returns the edition for a portfolio.
    ///
    /// - Throws: `malformed_portfolio` or `text_too_long` with all errors of form and content in line order. The hint
    ///   for an unknown name is the nearest known one.
    package func checked(against manifest: PortfolioManifest) throws(Failure) -> PortfolioEdition {
        try diagnostics(
            names: manifest.inputs.compactMap(\.name), folders: manifest.works.map(\.folder), base: manifest.edition
        ).check()
        return edition
    }

    /// Returns the errors of form and content.
    ///
    /// - Parameters:
    ///   - names: The names of the portfolio's files.
    ///   - folders: The names of its works' folders.
    ///   - base: The portfolio's own edition, which supplies values that this one lacks.
    /// - Returns: The errors.
    func diagnostics(names: [String], folders: [String], base: PortfolioEdition?) -> DiagnosticList {
        var diagnostics = DiagnosticList(source)
        EditionCheck.collect(edition, base: base, names: names, folders: folders, into: &diagnostics)
        return diagnostics
    }
}
