import PortfolioDomain

/// A file of a portfolio that its owner can download beside the book.
struct ResultFile: Sendable {
    /// The name of the artefact, and the end of its address.
    let name: String
    /// What it is, in messages.
    let title: String

    /// All of them.
    static let all = [
        ResultFile(name: PortfolioKind.ArtefactName.scores, title: "scores"),
        ResultFile(name: PortfolioKind.ArtefactName.arrangement, title: "arrangement"),
        ResultFile(name: PortfolioKind.ArtefactName.media, title: "media"),
        ResultFile(name: PortfolioKind.ArtefactName.report, title: "report"),
    ]
}
