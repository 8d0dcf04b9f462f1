import ArgumentParser
import FailureModel
import Files
import Foundation
import Storybook
import Families

/// Typesets a book.
///
/// `tools/bench` gives the same content to another program.
@main
struct StorybookBenchmark: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Set a storybook.")

    @Argument(help: "The book as JSON; paths of pictures are relative to the working folder.")
    var content: String

    @Argument(help: "The PDF.")
    var output: String

    @Option(help: "The paper: A4, Letter or square.")
    var paper = "A4"

    @Option(help: "The bleed in millimetres.")
    var bleed = 0.0

    @Option(help: "The greatest resolution of pictures, in pixels per inch.")
    var ppi = 300

    @Option(help: "What is printed: book, page or cover.")
    var extent = "book"

    func run() throws {
        let book = try JSONDecoder().decode(BenchBook.self, from: Data(contentsOf: URL(fileURLWithPath: content)))
        let options = BookOptions(
            paper: BookOptions.Paper(rawValue: paper) ?? .a4, bleed: bleed, ppi: ppi,
            extent: BookOptions.Extent(rawValue: extent) ?? .book)
        let file = try GrowingFile(at: URL(fileURLWithPath: output))
        let report = try BookTypesetter(book.storybook(options)).write { bytes throws(Failure) in
            try file.append(bytes)
        }
        try file.finish()
        FileHandle.standardError.write(try JSONText.line(report))
    }
}

/// A book written by the benchmark.
private struct BenchBook: Decodable {
    var title: String
    var names: [String]
    var dedication: String?
    var artworks: [Artwork]

    struct Artwork: Decodable {
        var name: String
        var color: String
        var birth: String?
        var title: String
        var story: String?
        var date: String
        var picture: String
        var moment: String?
        var reactions: [String: Int]
        var comments: [[String]]
    }

    func storybook(_ options: BookOptions) throws -> Storybook {
        Storybook(
            title: title, names: names, dedication: dedication,
            artworks: try artworks.enumerated().map { index, artwork in
                guard let date = BookDate(artwork.date) else { throw ValidationError("No date: \(artwork.date)") }
                return StorybookArtwork(
                    id: "\(index + 1)",
                    child: StorybookArtwork.Child(name: artwork.name, color: artwork.color, birthDate: artwork.birth),
                    title: artwork.title, story: artwork.story, date: date, picture: Self.picture(artwork.picture),
                    moment: artwork.moment.map { Self.picture($0) },
                    reactions: Dictionary(
                        uniqueKeysWithValues: artwork.reactions.compactMap { kind, count in
                            ReactionKind(rawValue: kind).map { ($0, count) }
                        }),
                    comments: artwork.comments.compactMap { comment in
                        BookDate(comment[1]).map {
                            StorybookArtwork.Comment(nickname: comment[0], date: $0, text: comment[2])
                        }
                    })
            }, options: options)
    }

    private static func picture(_ path: String) -> BookPicture {
        BookPicture { () throws(Failure) in
            do {
                return try Data(contentsOf: URL(fileURLWithPath: path))
            } catch {
                throw Failure(.inputUnreadable, "A picture of the benchmark cannot be read.")
            }
        }
    }
}
