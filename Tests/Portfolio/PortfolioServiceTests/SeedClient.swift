import Foundation
import TestSupport
import Testing

/// The code of the app, taken from its document, with the changes that are listed here and no other.
enum SeedClient {
    /// A text of the document, and what stands in its place here.
    struct Change {
        let old: String
        let new: String
    }

    /// The headings in the document under which the code stands.
    static let headings = [
        "### Portfolio.swift", "### Section.swift", "### Block.swift", "### BlockContent.swift",
        "### Navigation.swift", "## Step 2: API Service", "## Step 3: View Models",
    ]

    /// What has to be changed.
    static let changes = [
        // On Linux there is neither; what of SwiftUI is used is in `prelude`.
        Change(old: "import SwiftUI\nimport Combine\n", new: "import OpenCombine\n"),
        // Two keys of one value do not compile.
        Change(old: "case linkPreview = \"preview\"", new: "case linkPreview = \"link_preview\""),
    ]

    /// What stands before the code: on Linux URLSession is in a module by itself, and there is no animation.
    static let prelude = """
        import Foundation
        import FoundationNetworking
        import OpenCombine

        struct Animation {
            static func spring(response: Double, dampingFraction: Double) -> Animation { Animation() }
        }

        func withAnimation<Result>(_ animation: Animation, _ body: () throws -> Result) rethrows -> Result {
            try body()
        }

        """

    /// The document.
    static func document() throws -> String {
        try String(contentsOf: TestData.url("seeds/portfolio-engine.md"), encoding: .utf8)
    }

    /// The code as it stands in the document.
    static func original() throws -> String {
        let document = try document()
        let blocks = try headings.map { heading in
            let sections = document.components(separatedBy: "\n\(heading)\n")
            #expect(sections.count == 2, "\(heading)")
            let block = try #require(sections.last?.components(separatedBy: "```swift\n").dropFirst().first)
            return try #require(block.components(separatedBy: "```").first)
        }
        // Behind the app itself, which has views.
        let parts = document.components(separatedBy: "// DeepLinkHandler.swift\n")
        #expect(parts.count == 2)
        return (blocks + [try #require(parts.last?.components(separatedBy: "```").first)]).joined(separator: "\n")
    }

    /// The code with the listed changes.
    static func code() throws -> String {
        var code = try original()
        for change in changes {
            #expect(code.components(separatedBy: change.old).count == 2, "\(change.old) must occur once")
            code = code.replacingOccurrences(of: change.old, with: change.new)
        }
        return code
    }

    /// Compiles the code with a flow behind it.
    ///
    /// - Returns: the program.
    static func program(_ flow: String, in folder: TemporaryFolder) throws -> String {
        let source = try folder.write(prelude + code() + flow, "Flow.swift")
        let program = folder.file("flow").path
        // OpenCombine, as it has been built with the tests.
        let products = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
            .deletingLastPathComponent()
        func objects(_ target: String) throws -> [String] {
            let folder = products.appendingPathComponent("\(target).build")
            let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
            let objects = names.filter { $0.hasSuffix(".o") }.sorted().map { folder.appendingPathComponent($0).path }
            try #require(!objects.isEmpty, "\(target) is built")
            return objects
        }
        let map = products.appendingPathComponent("COpenCombineHelpers.build/module.modulemap").path
        try Program.run(
            "swiftc",
            [
                "-swift-version", "5", "-parse-as-library", "-suppress-warnings", "-o", program, source.path, "-I",
                products.appendingPathComponent("Modules").path, "-Xcc", "-fmodule-map-file=\(map)",
            ] + objects("OpenCombine") + objects("COpenCombineHelpers") + ["-lstdc++"])
        return program
    }
}
