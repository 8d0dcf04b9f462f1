import FormwrightCLI
import FailureModel
import PortfolioDomain
import Foundation
import Portfolio

/// Explains the place of everything in a portfolio for people.
struct PortfolioExplanation {
    private let made: MadePortfolio
    private let arrangement: Arrangement

    /// Reads the arrangement of a portfolio.
    ///
    /// - Throws: Errors of the store.
    init(_ made: MadePortfolio) throws {
        self.made = made
        arrangement = try JSONDecoder().decode(
            Arrangement.self, from: try made.bytes(of: PortfolioKind.ArtefactName.arrangement))
    }

    /// Prints each block with its reasons, then the inputs that are not shown.
    func print() {
        for section in arrangement.sections {
            StandardOutput.print(section.id.rawValue)
            for block in section.blocks {
                StandardOutput.print("  \(text(of: block))")
                for reason in block.reasons { StandardOutput.print("      \(reason)") }
            }
        }
        guard !arrangement.leftOut.isEmpty else { return }
        StandardOutput.print("left out")
        for entry in arrangement.leftOut {
            let other = entry.of.map { "; \(made.manifest.label(of: $0)) is shown" } ?? ""
            StandardOutput.print("  \(made.manifest.label(of: entry.input)): \(entry.reason)\(other)")
        }
    }

    private func text(of block: ArrangedBlock) -> String {
        let shown =
            switch block.content {
            case .media(let media): made.manifest.label(of: media.input)
            case .gallery(let media):
                "\(media.count.counted("picture")): "
                    + media.map { made.manifest.label(of: $0.input) }.joined(separator: ", ")
            case .text(let text): made.manifest.label(of: text.input)
            case .link(let link): link.url
            case .metrics(let metrics):
                metrics.map { "\($0.label) \($0.value)\($0.unit.map { " \($0)" } ?? "")" }.joined(separator: ", ")
            case .contact: "contact"
            }
        return [block.title, shown].compactMap(\.self).joined(separator: ": ") + " (\(block.priority.rawValue))"
    }
}
