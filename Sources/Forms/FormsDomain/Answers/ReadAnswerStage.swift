import FailureModel
import FormModel
import FormImport
import FormReading
import Formwright
import Foundation
import Pipeline
import Synchronization

/// Reads a filled copy of one of the office's forms.
///
/// Its result depends on the form's fields in the store and is therefore not shared.
struct ReadAnswerStage: Stage {
    let name: StageName = "read"
    private let readers: RecentReaders

    init(language: String, limits: Limits) {
        readers = RecentReaders(language: language, limits: limits)
    }

    func run(_ context: StageContext) async throws -> StageOutcome {
        guard let data = context.request else { throw Failure(.internalError, "The form of the copy is missing.") }
        let request = try JSONDecoder().decode(AnswerRequest.self, from: data)
        let reader = try await readers.reader(for: request, in: context)
        context.reportProgress()
        let answer = try await reader.read(
            try context.original(), named: context.document.fileName, password: nil
        ) { context.reportProgress() }
        try context.checkCancellation()
        let (cells, pictures) = try AnswerCells.storing(answer, reader.columns)
        var artefacts = [
            try context.put(
                try JSONEncoder().encode(cells), named: AnswerKind.ArtefactName.cells, mediaType: "application/json")
        ]
        if !pictures.isEmpty {
            artefacts.append(
                try context.put(
                    pictures, named: AnswerKind.ArtefactName.pictures, mediaType: "application/octet-stream"))
        }
        return .done(
            artefacts,
            facts: [
                AnswerKind.FactName.cells: "\(cells.cells.count)",
                AnswerKind.FactName.doubtful: "\(cells.cells.count(where: \.isDoubtful))",
            ])
    }
}

/// The readers that the stages of this process prepared last.
///
/// Many copies of one form arrive together, and preparing its blank pages takes as long as reading one of them.
private final class RecentReaders: Sendable {
    private let language: String
    private let limits: Limits
    private let recent = Mutex<[(request: AnswerRequest, reader: AnswerReader)]>([])
    private static let capacity = 2

    init(language: String, limits: Limits) {
        self.language = language
        self.limits = limits
    }

    /// Returns a reader of the copies of a form.
    ///
    /// - Throws: `Failure` if the form cannot be drawn.
    func reader(for request: AnswerRequest, in context: StageContext) async throws -> AnswerReader {
        if let known = recent.withLock({ $0.first { $0.request == request }?.reader }) { return known }
        let document = try Importer(limits: limits).document(
            try context.artefacts.read(request.form), fileName: request.name)
        var description = try JSONDecoder().decode(
            FormDescription.self, from: try context.artefacts.read(request.fields))
        if let template = request.template { description = AppliedTemplate(template, on: description).description }
        // A PDF that was made of a picture is known by the original's digest.
        description.document.sha256 = document.sha256
        description.document.fileName = request.name
        let reader = try await Form(document, known: description).answerReader(
            language: language, limits: limits, isBlank: true)
        recent.withLock {
            $0.append((request, reader))
            if $0.count > Self.capacity { $0.removeFirst() }
        }
        return reader
    }
}
