package import FailureModel
import Files
import Foundation
import Pipeline
package import PortableText

/// Parses and validates a document.
struct ParseStage: Stage {
    let name: StageName = "parse"
    let mode: PortableTextReader.Mode

    var fingerprint: String? { "\(ProgramIdentity.current) \(mode.rawValue)" }

    func run(_ context: StageContext) async throws -> StageOutcome {
        let (document, problems) = try Self.read(try context.original(), mode)
        let outline = DocumentOutline(
            headings: document.tableOfContents, problems: problems.map(ReportedProblem.init))
        let artefact = try context.put(
            try JSONText.encode(outline), named: PortableTextKind.ArtefactName.outline, mediaType: "application/json")
        return .done(
            [artefact],
            facts: [
                PortableTextKind.FactName.blocks: "\(document.blocks.count)",
                PortableTextKind.FactName.headings: "\(outline.headings.count)",
            ])
    }

    /// Reads a document with any styles and types.
    ///
    /// The style sheet and the mapping of types are not known before the document is typeset.
    static func read(
        _ json: Data, _ mode: PortableTextReader.Mode
    ) throws(PortableTextError) -> (document: PortableTextDocument, problems: [PortableTextError]) {
        var reader = PortableTextReader(mode: mode, vocabulary: .standard.acceptingAnyStyle)
        do throws(PortableTextError) {
            return try reader.read(json)
        } catch {
            guard isAboutTypes(error) else { throw error }
            reader.mode = .lenient
            let read = try reader.read(json)
            if let other = read.problems.first(where: { !isAboutTypes($0) }) { throw other }
            return read
        }
    }

    private static func isAboutTypes(_ error: PortableTextError) -> Bool {
        [.unsupportedBlockType, .unsupportedMarkType].contains(error.reason)
    }
}

/// An outline of a document, published by the first stage.
package struct DocumentOutline: Codable, Sendable, Hashable {
    /// The headings, without pages.
    package var headings: [HeadingItem]
    /// The mistakes in the document in lenient mode, and its own types.
    package var problems: [ReportedProblem]
}

/// A problem in reports.
package struct ReportedProblem: Codable, Sendable, Hashable {
    /// The code of the error.
    package var code: ErrorCode
    /// The message, without the block's position.
    package var message: String
    /// The key of the block.
    package var key: String?
    /// The position of the block.
    package var indexPath: [Int]

    /// Converts an error.
    package init(_ error: PortableTextError) {
        code = error.reason.code
        message = error.message
        key = error.key
        indexPath = error.indexPath
    }
}
