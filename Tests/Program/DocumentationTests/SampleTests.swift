import Foundation
import TestSupport
import Testing

/// Every Swift sample of README, docs and doc comments occurs, line by line, in code that is compiled.
@Suite("Samples in the documentation") struct SampleTests {
    /// A fenced block of Swift in a page or a doc comment.
    struct Sample: CustomTestStringConvertible {
        /// The file, from the repository's root, and the line of the fence.
        var place: String
        var lines: [String]

        var testDescription: String { place }
    }

    private static let compiled = ["Tests/Program/Samples", "Examples/Memos/Sources"]

    private static let root = Repository.url("")

    /// Every sample of the repository.
    static let samples: [Sample] = {
        let pages = ["README.md", "CONTRIBUTING.md"] + files(in: "docs", suffixes: ["md"])
        return (pages + files(in: "Sources", suffixes: ["md", "swift"])).flatMap { samples(in: $0) }
    }()

    private static func files(in folder: String, suffixes: [String]) -> [String] {
        let found = FileManager.default.enumerator(atPath: root.appendingPathComponent(folder).path)
        return (found?.compactMap { $0 as? String } ?? []).filter { path in
            suffixes.contains { path.hasSuffix(".\($0)") }
        }.map { "\(folder)/\($0)" }.sorted()
    }

    private static func text(_ path: String) -> [Substring] {
        let text = (try? String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)) ?? ""
        return text.split(separator: "\n", omittingEmptySubsequences: false)
    }

    private static func samples(in path: String) -> [Sample] {
        let isSource = path.hasSuffix(".swift")
        var samples: [Sample] = []
        var open: Sample?
        for (index, line) in text(path).enumerated() {
            var line = line.trimmingCharacters(in: .whitespaces)
            if isSource {
                guard line.hasPrefix("///") else {
                    open = nil
                    continue
                }
                line = line.dropFirst(3).trimmingCharacters(in: .whitespaces)
            }
            if line == "```swift" {
                open = Sample(place: "\(path):\(index + 1)", lines: [])
            } else if line.hasPrefix("```"), let sample = open {
                samples.append(sample)
                open = nil
            } else {
                open?.lines.append(line)
            }
        }
        return samples
    }

    /// What matters of a line: samples repeat no imports and may be indented otherwise.
    private static func normalised(_ lines: [String]) -> [String] {
        lines.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty && !$0.hasPrefix("import ") }
    }

    /// The compiled files, one string each, with a line feed around every line.
    private static let code: [String] = compiled.flatMap { files(in: $0, suffixes: ["swift"]) }.map { path in
        "\n" + normalised(text(path).map(String.init)).joined(separator: "\n") + "\n"
    }

    @Test("a sample is code that compiles", arguments: samples)
    func compiles(_ sample: Sample) {
        let wanted = "\n" + Self.normalised(sample.lines).joined(separator: "\n") + "\n"
        #expect(wanted.count > 2 && Self.code.contains { $0.contains(wanted) }, "not in Tests/Samples: \(wanted)")
    }

    @Test("the pages that should have samples have them")
    func complete() {
        let places = Set(Self.samples.map { $0.place.prefix { $0 != ":" } })
        let pages = [
            "README.md", "docs/use/batch.md", "docs/inside/pipeline.md", "docs/serve/isolation.md",
            "docs/inside/adding-a-kind.md",
        ]
        for page in pages {
            #expect(places.contains(page[...]), "\(page)")
        }
    }
}
