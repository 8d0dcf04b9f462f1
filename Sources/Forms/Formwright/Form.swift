import FailureModel
public import FormModel
public import FormFilling
public import FormImport
public import Foundation
import Threads

/// A blank form with its fields, which can be filled any number of times.
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
    private(set) var binder: Binder
    /// What the form is filled from where no value is given.
    private(set) var profile: Profile?

    /// The fields in reading order.
    public var fields: [Field] { description.fields }

    /// Imports a PDF or picture and finds its fields.
    ///
    /// - Parameters:
    ///   - url: the file.
    ///   - password: opens an encrypted PDF.
    ///   - options: limits, and the language of a scan.
    ///   - progress: called from any thread as pages are done.
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

    /// Imports the bytes of a PDF or picture and finds its fields.
    ///
    /// - Parameters:
    ///   - data: the file's bytes, which decide the type.
    ///   - fileName: for messages and reports.
    ///   - password: opens an encrypted PDF.
    ///   - options: limits, and the language of a scan.
    ///   - progress: called from any thread as pages are done.
    /// - Throws: `Failure`, or `CancellationError` when the task is cancelled.
    public init(
        data: Data, fileName: String, password: String? = nil, options: FormOptions = FormOptions(),
        progress: @escaping StageProgress.Handler = { _ in }
    ) async throws {
        let document = try await WorkerThreads.shared.run {
            try Importer(limits: options.limits).document(data, fileName: fileName, password: password)
        }
        try await self.init(document, options: options, progress: progress)
    }

    /// Imports a PDF or picture whose fields are known already, such as from an earlier ``description``.
    ///
    /// - Parameters:
    ///   - url: the file.
    ///   - description: the form's description, which provides the fields.
    ///   - password: opens an encrypted PDF.
    ///   - limits: what the document may demand of the machine.
    /// - Throws: `Failure`: `fields_mismatch` if the description belongs to another document.
    public init(
        contentsOf url: URL, known description: FormDescription, password: String? = nil, limits: Limits = Limits()
    ) async throws {
        let document = try await WorkerThreads.shared.run {
            try Importer(limits: limits).document(at: url, password: password)
        }
        try self.init(document, known: description)
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

    /// Creates a form whose fields are known already, such as from an earlier `inspect`.
    ///
    /// - Throws: `Failure`: `fields_mismatch` if they belong to another document.
    package init(_ document: ImportedDocument, known description: FormDescription) throws {
        guard description.document.sha256 == document.sha256 else {
            throw Failure(.fieldsMismatch, "The fields belong to another file, not to \(document.fileName).")
        }
        if let stray = description.fields.first(where: { !document.pages.indices.contains($0.page) }) {
            throw Failure(
                .fieldsMismatch,
                "The field \(stray.name) is on page \(stray.page + 1), which \(document.fileName) does not have.",
                at: .field(stray.name))
        }
        if let stray = description.fields.first(where: { !$0.region.isOnPaper }) {
            throw Failure(
                .fieldsMismatch, "The field \(stray.name.abridged(to: 200)) has no place on its page.",
                at: .field(stray.name))
        }
        self.init(document, description: description)
    }

    private init(_ document: ImportedDocument, description: FormDescription) {
        self.document = document
        self.description = description
        binder = Binder(fields: description.fields)
    }

    /// The field with this id, name or label, as in ``fill(_:options:)-([String:FieldValue],_)``.
    ///
    /// For a question with several choices it is the first choice; nil if the key matches no field, or more than one.
    public subscript(key: String) -> Field? { try? binder.fields(named: key).first }

    /// A values file in YAML to be filled in: every field in reading order, as a key that works, with what it takes.
    public var valuesTemplate: String { ValuesTemplate(description).text }

    /// Returns the form with the fields about the person of a profile filled from it wherever no value is given.
    public func filling(from profile: Profile) -> Form {
        var copy = self
        copy.binder = binder.filling(from: profile)
        copy.profile = profile
        return copy
    }

    /// Checks a value alone.
    ///
    /// - Throws: `Failure` with one of the codes that concern values.
    package func check(_ entry: ValueEntry) throws(Failure) { try binder.check(entry) }

    /// Where the value of a key goes, or why it cannot be used.
    package struct Place: Sendable {
        /// The key.
        package var key: String
        /// What is written into fields.
        package var values: Result<[BoundValue], Failure>
    }

    /// Returns where each value goes by itself, in the order in which they are given.
    ///
    /// - Parameters:
    ///   - entries: the values.
    ///   - skipsUnknown: whether values for no field are left out.
    /// - Returns: a place for each value.
    /// - Throws: nothing but `CancellationError`.
    package func placed(_ entries: [ValueEntry], skipsUnknown: Bool = false) async throws -> [Place] {
        try await WorkerThreads.shared.run {
            entries.compactMap { entry in
                do throws(Failure) {
                    return Place(key: entry.key, values: .success(try binder.bound(entry)))
                } catch {
                    guard !skipsUnknown || error.code != .unknownField else { return nil }
                    return Place(key: entry.key, values: .failure(error))
                }
            }
        }
    }

    /// Returns the values that count where several are given for one field.
    package func merged(_ given: GivenValues) -> [ValueEntry] { binder.merged(given) }

    /// Divides entries into those whose key stands for a field or for several, and the failures of those whose key stands
    /// for none, with the nearest fields.
    public func recognised(_ entries: [ValueEntry]) -> (entries: [ValueEntry], unknown: [Failure]) {
        binder.recognised(entries)
    }

    /// Fills the form.
    ///
    /// Keys are ids, names or labels of fields; `Label#2` is the second field with that label, `p3:Label` the one on page 3.
    ///
    /// - Throws: `Failure` whose ``FailureModel/Failure/fields`` names the fields concerned; nothing is filled then.
    public func fill(
        _ values: [String: FieldValue], options: ComposeOptions = ComposeOptions()
    ) async throws -> FilledForm {
        // Sorted, since a dictionary has no order and errors must not differ from run to run.
        try await fill(
            values.sorted { $0.key < $1.key }.map { ValueEntry(key: $0.key, value: $0.value) }, options: options)
    }

    /// Fills the form with values that record their source, such as a file.
    ///
    /// - Parameters:
    ///   - entries: the values.
    ///   - options: how they are drawn.
    ///   - skipsUnknown: whether values whose key is no field of the form are left out, and listed in the report, instead of
    ///     refused.
    /// - Returns: the filled form with its report.
    /// - Throws: `Failure`; nothing is filled then.
    public func fill(
        _ entries: [ValueEntry], options: ComposeOptions = ComposeOptions(), skipsUnknown: Bool = false
    ) async throws -> FilledForm {
        try await WorkerThreads.shared.run {
            let (known, skipped) = skipsUnknown ? binder.skippingUnknown(entries) : (entries, [])
            let values = try binder.bind(known)
            var (pdf, report) = try Composer(options: options)
                .compose(values, onto: document, description: description)
            if !skipped.isEmpty { report.skipped = skipped }
            return FilledForm(data: pdf, report: report)
        }
    }
}

extension Region {
    /// Whether a page can have the region; pages are smaller even with a large UserUnit.
    fileprivate var isOnPaper: Bool {
        let extent = -1e6...1e6
        return [left, top, right, bottom].allSatisfy(extent.contains) && width >= 0 && height >= 0
    }
}
