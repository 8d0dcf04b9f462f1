import FormwrightCLI
import LocalStore
import PortfolioDomain
import FailureModel
import Files
import Foundation
import Pipeline
import Portfolio
import PortfolioBook

/// The results of a portfolio.
struct MadePortfolio: Sendable {
    /// The filled document.
    let document: Document
    /// The manifest.
    let manifest: PortfolioManifest
    /// The report on its inputs.
    let report: PortfolioReport
    private let artefacts: [String: Artefact]
    private let store: any ArtefactStore

    /// Reads the results of a document.
    ///
    /// - Throws: Errors of the store.
    init(_ document: Document, in local: LocalSystem) async throws {
        let published = try await local.store.artefacts(
            of: document.id, in: .owner(document.owner), fill: document.fill)
        self.document = document
        store = local.artefacts
        artefacts = Dictionary(published.map { ($0.artefact.name, $0.artefact) }) { $1 }
        manifest = try JSONDecoder().decode(PortfolioManifest.self, from: try store.read(document.content))
        guard let name = artefacts[PortfolioKind.ArtefactName.report] else { throw Self.missing }
        report = try JSONDecoder().decode(PortfolioReport.self, from: try store.read(name.content))
    }

    private static var missing: Failure { Failure(.artefactMissing, "A result of the portfolio is no longer stored.") }

    /// Returns the bytes of a result.
    ///
    /// This blocks.
    func bytes(of name: String) throws -> Data {
        guard let artefact = artefacts[name] else { throw Self.missing }
        return try store.read(artefact.content)
    }

    /// Copies a result to a file in chunks, or to standard output.
    ///
    /// This blocks.
    func copy(_ name: String, to path: String) throws {
        guard path != "-" else { return try NamedFile.write(try bytes(of: name), to: path) }
        guard let artefact = artefacts[name] else { throw Self.missing }
        let file = try GrowingFile(at: URL(fileURLWithPath: path))
        var offset: Int64 = 0
        while offset < artefact.byteCount {
            let piece = try store.read(artefact.content, in: offset..<min(artefact.byteCount, offset + 1 << 20))
            if piece.isEmpty { break }
            try file.append(piece)
            offset += Int64(piece.count)
        }
        try file.finish()
    }

    /// Notes for a person, as sentences.
    var notes: [String] {
        report.failures.map { "\($0.name) was left out: \($0.message)" }
            + report.leftOut.map { entry in
                let other = entry.ofName.map { "; \($0) is" } ?? ""
                return "\(entry.name) is not shown (\(entry.reason))\(other)."
            }
            + report.book.warnings.map { warning in
                let what = "\(manifest.label(of: warning.input)), page \(warning.page)"
                return switch warning.code {
                case .lowResolution: "\(what): only \(warning.ppi ?? 0) pixels per inch."
                case .pictureLeftOut: "\(what): the picture could not be read."
                case .textCut: "\(what): a text is longer than its room, and was cut."
                }
            } + report.warnings
    }
}
