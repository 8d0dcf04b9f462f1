import FailureModel
public import FormModel
public import Forms
public import Foundation
import Threads

/// A blank form whose fields are known, ready to be filled any number of times.
///
/// ```swift
/// let form = try await Form(contentsOf: url)
/// let filled = try await form.fill(["Full name": "Ada Lovelace", "I agree": true])
/// try filled.write(to: output)
/// ```
public struct Form: Sendable {
    /// The document, its pages and its fields in reading order.
    public let description: FormDescription
    /// The document as it was imported.
    package let document: ImportedDocument
    let binder: Binder

    public var fields: [Field] { description.fields }

    /// Imports a PDF or picture and finds its fields.
    ///
    /// - Parameter progress: called from any thread as pages are done.
    /// - Throws: `Failure`, or `CancellationError` when the task is cancelled.
    public init(
        contentsOf url: URL, password: String? = nil, options: FormOptions = FormOptions(),
        progress: @escaping StageProgress.Handler = { _ in }
    ) async throws {
        let document = try await WorkerThreads.shared.run {
            try Importer(limits: options.limits).document(at: url, password: password)
        }
        try await self.init(document, options: options, progress: progress)
    }

    /// Takes the bytes of a PDF or picture and finds its fields.
    ///
    /// - Parameter fileName: for messages and reports; the type is told from the bytes.
    public init(
        data: Data, fileName: String, password: String? = nil, options: FormOptions = FormOptions(),
        progress: @escaping StageProgress.Handler = { _ in }
    ) async throws {
        let document = try await WorkerThreads.shared.run {
            try Importer(limits: options.limits).document(data, fileName: fileName, password: password)
        }
        try await self.init(document, options: options, progress: progress)
    }

    /// Finds the fields of an imported document.
    package init(
        _ document: ImportedDocument, options: FormOptions = FormOptions(),
        progress: @escaping StageProgress.Handler = { _ in }
    ) async throws {
        let description = try await Analysis(language: options.language).description(of: document, progress: progress) {
            let source = try PageSource(document)
            return { try source.content(ofPage: $0) }
        }
        self.init(document, description: description)
    }

    /// Takes fields that are known already, such as those of an earlier `inspect`.
    ///
    /// - Throws: `Failure`: `fields_mismatch` where they belong to another document.
    package init(_ document: ImportedDocument, known description: FormDescription) throws {
        guard description.document.sha256 == document.sha256 else {
            throw Failure(
                .fieldsMismatch,
                "The fields were made for another file than \(document.fileName)."
            )
        }
        if let stray = description.fields.first(where: { !document.pages.indices.contains($0.page) }) {
            throw Failure(
                .fieldsMismatch,
                "The field \(stray.name) lies on page \(stray.page + 1), which "
                    + "\(document.fileName) does not have.", at: .field(stray.name))
        }
        self.init(document, description: description)
    }

    private init(_ document: ImportedDocument, description: FormDescription) {
        self.document = document
        self.description = description
        binder = Binder(fields: description.fields)
    }

    /// Fills the form. Keys are ids, names or labels of fields; `Label#2` is the second of that label, `p3:Label` the one
    /// on page 3.
    ///
    /// - Throws: `Failure`; nothing is filled then.
    public func fill(
        _ values: [String: FieldValue], options: ComposeOptions = ComposeOptions()
    ) async throws -> FilledForm {
        // A dictionary has no order of its own; errors should not change from run to run.
        try await fill(
            values.sorted { $0.key < $1.key }.map { ValueEntry(key: $0.key, value: $0.value) }, options: options)
    }

    /// Fills the form with values that carry their source.
    public func fill(
        _ entries: [ValueEntry], options: ComposeOptions = ComposeOptions()
    ) async throws -> FilledForm {
        try await WorkerThreads.shared.run {
            let values = try binder.bind(entries)
            let (pdf, report) = try Composer(options: options)
                .compose(values, onto: document, description: description)
            return FilledForm(data: pdf, report: report)
        }
    }
}
