import ArgumentParser
import FailureModel
import Files
import Foundation
import Portfolio
import PortfolioBook

/// Typesets the book of a portfolio.
///
/// `tools/bench` gives the same pictures to another program.
@main
struct PortfolioBenchmark: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Set the book of a portfolio.")

    @Argument(help: "The portfolio as JSON; paths of files are relative to the working folder.")
    var content: String

    @Argument(help: "The PDF.")
    var output: String

    func run() throws {
        let given = try JSONDecoder().decode(BenchPortfolio.self, from: Data(contentsOf: URL(fileURLWithPath: content)))
        let book = PortfolioBook(
            manifest: given.manifest, arrangement: given.arrangement,
            analyses: Dictionary(uniqueKeysWithValues: given.analyses.enumerated().map { ($0, $1) }),
            edition: given.edition,
            scores: Dictionary(uniqueKeysWithValues: given.scores.enumerated().map { ($0, $1) }),
            source: BookPictureSource { request throws(Failure) in
                do {
                    return try Data(contentsOf: URL(fileURLWithPath: given.files[request.input]))
                } catch {
                    throw Failure(.inputUnreadable, "A picture of the benchmark cannot be read.")
                }
            })
        let file = try GrowingFile(at: URL(fileURLWithPath: output))
        let report = try PortfolioBookTypesetter(book).write { bytes throws(Failure) in try file.append(bytes) }
        try file.finish()
        FileHandle.standardError.write(try JSONText.line(report))
    }
}

/// A portfolio written by the benchmark; its members are by input.
private struct BenchPortfolio: Decodable {
    var manifest: PortfolioManifest
    var arrangement: Arrangement
    var edition: PortfolioEdition
    var analyses: [InputAnalysis]
    var scores: [Double]
    var files: [String]
}
