import FormModel
import Foundation
import FormwrightClient
import Poppler
import ServiceTestSupport
import TestSupport
import TestTraits
import Testing

/// The app's client, taken from its document as it stands, against the running service.
@Suite("The app's own client", .blocking, .timeLimit(.minutes(30))) struct FormsSeedClientTests {
    /// The Swift blocks under the headings that make up the client.
    private static func client() throws -> String {
        let text = try String(contentsOf: TestData.url("seeds/document-ai.md"), encoding: .utf8)
        let headings = ["## API Base URL", "## Data Models", "## API Service"]
        return try headings.map { heading in
            let section = try #require(text.components(separatedBy: "\n\(heading)\n").dropFirst().first)
            let block = try #require(section.components(separatedBy: "```swift\n").dropFirst().first)
            return try #require(block.components(separatedBy: "```").first)
        }.joined(separator: "\n")
    }

    /// What the client's code lacks here: on Linux URLSession is in another module and nothing observes, and nowhere does
    /// `data(for:)` take a URL.
    private static let prelude = """
        import Foundation
        import FoundationNetworking
        protocol ObservableObject: AnyObject {}
        extension URLSession {
            func data(for url: URL) async throws -> (Data, URLResponse) { try await data(from: url) }
        }

        """

    /// The flow of the document's example, without its views.
    private static let flow = """

        @main struct Flow {
            static func main() async throws {
                let arguments = CommandLine.arguments
                let service = DocumentAIService(baseURL: arguments[1])
                let upload = try await service.uploadDocument(fileURL: URL(fileURLWithPath: arguments[2]))
                _ = try await service.processDocument(documentId: upload.documentId)
                let detail = try await service.pollUntilReady(documentId: upload.documentId)
                let component = detail.components.first { $0.type == .text && $0.options == nil }!
                precondition(detail.fieldMap[component.fieldId.uuidString] != nil)
                let value = FieldValueInput(fieldRegionId: component.fieldId, value: arguments[4], source: .manual)
                try await service.submitValues(documentId: upload.documentId, values: [value])
                _ = try await service.composePDF(documentId: upload.documentId)
                let filled = try await service.pollUntilReady(documentId: upload.documentId)
                precondition(filled.document.status == .filled)
                let url = try await service.getDownloadURL(documentId: upload.documentId)
                let (data, _) = try await URLSession.shared.data(from: URL(string: url)!)
                try data.write(to: URL(fileURLWithPath: arguments[3]))
            }
        }
        """

    /// Runs a program on a thread that may block: the service's handlers need the cooperative ones.
    private func run(_ program: String, _ arguments: [String]) async throws {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(with: Result { _ = try Program.run(program, arguments) })
            }
        }
    }

    @Test(
        "uploads, polls, sends values, composes and downloads",
        arguments: ["uscourts-b121.acro.pdf", "va-21-22.pdf"])
    func flow(_ form: String) async throws {
        try await ServiceHarness.run { service in
            let folder = try TemporaryFolder()
            let source = try folder.write(Self.prelude + Self.client() + Self.flow, "Flow.swift")
            let program = folder.file("flow").path
            try await run("swiftc", ["-swift-version", "5", "-parse-as-library", "-o", program, source.path])
            let output = folder.file("filled.pdf")
            try await run(
                program,
                [service.url.absoluteString + "/api/v1", TestData.url("forms/\(form)").path, output.path, "Lovelace"])
            let document = try PopplerDocument(data: Data(contentsOf: output))
            let words = try (0..<document.pageCount).flatMap { try document.page($0).words() }
            #expect(words.contains { $0.text.contains("Lovelace") })
        }
    }
}
