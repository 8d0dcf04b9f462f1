import PortfolioDomain

/// A downloadable file of a portfolio besides the book.
struct ResultFile: Sendable {
    /// The name of the artefact, also the end of its address.
    let name: String
    /// The name in messages.
    let title: String

    /// All files.
    static let all = [
        ResultFile(name: PortfolioKind.ArtefactName.scores, title: "scores"),
        ResultFile(name: PortfolioKind.ArtefactName.arrangement, title: "arrangement"),
        ResultFile(name: PortfolioKind.ArtefactName.media, title: "media"),
        ResultFile(name: PortfolioKind.ArtefactName.report, title: "report"),
    ]
}
