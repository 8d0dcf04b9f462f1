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
    /// The description of the document, its pages and its fields in reading order.
    public let description: FormDescription
    /// The imported document.
    package let document: ImportedDocument
    private(set) var binder: Binder
    /// The profile for fields without a given value.
    private(set) var profile: Profile?
    /// The mapping in force.
    private(set) var mapping: ColumnMapping?

    /// The fields in reading order.
    public var fields: [Field] { description.fields }

    /// Imports a PDF or picture and finds its fields.
    ///
    /// - Parameters:
    ///   - url: the file.
    ///   - password: opens an encrypted PDF.
    ///   - options: limits, and the language of a scan.
    ///   - progress: called from any thread as pages are completed.
    /// - Throws: `Failure`, or `CancellationError` when the task is cancelled.
    public init(
        contentsOf url: URL, password: String? = nil, options: FormOptions = FormOptions(),
        progress: @escaping StageProgress.Handler = { _ in }
    ) async throws {
        let document = try await WorkerThreads.shared.run {
            try options.importer.document(at: url, password: password)
        }
        try await self.init(document, options: options, progress: progress)
    }

    /// Imports the bytes of a PDF or picture and finds its fields.
    ///
    /// - Parameters:
    ///   - data: the file's bytes, which determine the type.
    ///   - fileName: a name for messages and reports.
    ///   - password: opens an encrypted PDF.
    ///   - options: limits, and the language of a scan.
    ///   - progress: called from any thread as pages are completed.
    /// - Throws: `Failure`, or `CancellationError` when the task is cancelled.
    public init(
        data: Data, fileName: String, password: String? = nil, options: FormOptions = FormOptions(),
        progress: @escaping StageProgress.Handler = { _ in }
    ) async throws {
        let document = try await WorkerThreads.shared.run {
            try options.importer.document(data, fileName: fileName, password: password)
        }
        try await self.init(document, options: options, progress: progress)
    }

    /// Imports a PDF or picture with known fields, such as from an earlier ``description``.
    ///
    /// - Parameters:
    ///   - url: the file.
    ///   - description: the form's description, which provides the fields.
    ///   - password: opens an encrypted PDF.
    ///   - limits: the limits for the document.
    /// - Throws: `Failure`: `fields_mismatch` if the description belongs to another document.
    public init(
        contentsOf url: URL, known description: FormDescription, password: String? = nil, limits: Limits = Limits()
    ) async throws {
        let document = try await WorkerThreads.shared.run {
            try FormOptions(limits: limits).importer.document(at: url, password: password)
        }
        try self.init(document, known: description)
    }

    /// Finds the fields of an imported document.
    package init(
        _ document: ImportedDocument, options: FormOptions = FormOptions(),
        knownForms: KnownForms = .none,
        progress: @escaping StageProgress.Handler = { _ in }
    ) async throws {
        let analysis = Analysis(language: options.language)
        let description = try await analysis.description(of: document, knownForms: knownForms, progress: progress) {
            let source = try PageSource(document)
            return { try source.content(ofPage: $0) }
        }
        self.init(document, description: description)
    }

    /// Creates a form with known fields, such as from an earlier `inspect`.
    ///
    /// - Throws: `Failure`: `fields_mismatch` if they belong to another document.
    package init(_ document: ImportedDocument, known description: FormDescription) throws {
        guard description.document.sha256 == document.sha256 else {
            throw Failure(.fieldsMismatch, "The fields belong to another file, not to \(document.fileName).")
        }
        let description = document.placing(description)
        if let stray = description.fields.first(where: { !document.pages.indices.contains($0.page) }) {
            throw Failure(
                .fieldsMismatch,
                "The field \(stray.name) is on page \(stray.page + 1), which \(document.fileName) does not have.",
                at: .field(stray.name))
        }
        if let stray = description.fields.first(where: { !([$0.region] + ($0.lines ?? [])).allSatisfy(\.isOnPaper) }) {
            throw Failure(
                .fieldsMismatch, "The field \(stray.name.abridged(to: 200)) has no place on its page.",
                at: .field(stray.name))
        }
        self.init(document, description: description)
    }

    private init(_ document: ImportedDocument, description: FormDescription) {
        var description = description
        // Known fields may be from another copy of the form.
        description.document.isFilled = document.isFilledBefore
        self.document = document
        self.description = description
        binder = Binder(fields: description.fields, pages: description.pages).keeping(KeptValues(of: document))
    }

    /// Accesses a field by ID, name or label, as in ``fill(_:options:)-([String:FieldValue],_)``.
    ///
    /// For a question with several choices it is the first choice. It is nil if the key matches no field, or more than
    /// one.
    public subscript(key: String) -> Field? { try? binder.fields(named: key).first }

    /// A values file in YAML to fill in.
    ///
    /// It lists every field in reading order, with a valid key and the values it takes.
    public var valuesTemplate: String { ValuesTemplate(description).text }

    /// Returns the form with personal fields filled from a profile.
    ///
    /// Given values take precedence.
    public func filling(from profile: Profile) -> Form {
        var copy = self
        copy.binder = binder.filling(from: profile)
        copy.profile = profile
        return copy
    }

    /// Returns the form with keys put into the fields of a mapping.
    ///
    /// - Throws: `Failure`: `fields_mismatch` if the mapping belongs to another form or names fields that this one does
    ///   not have; `mapping_needed` if a column is not confirmed.
    public func applying(_ mapping: ColumnMapping) throws(Failure) -> Form {
        try mapping.check(form: document.sha256)
        var copy = self
        copy.binder = try binder.applying(mapping)
        copy.mapping = mapping
        return copy
    }

    /// Returns a mapping with the places of fields that a person named.
    package func describing(_ mapping: ColumnMapping) -> ColumnMapping { binder.describing(mapping) }

    /// Returns the form with keys refused that do not identify their field exactly.
    ///
    /// Filling it then throws `mapping_needed` for such a key.
    public func refusingGuesses() -> Form {
        var copy = self
        copy.binder = binder.refusingGuesses()
        return copy
    }

    /// Checks a single value.
    ///
    /// - Throws: `Failure` with one of the codes for values.
    package func check(_ entry: ValueEntry) throws(Failure) { try binder.check(entry) }

    /// The destination of a value, or the reason why it cannot be used.
    package struct Place: Sendable {
        /// The key.
        package var key: String
        /// The values written into fields, or the reason.
        package var values: Result<[BoundValue], Failure>
    }

    /// Returns the destination of each value by itself, in the given order.
    ///
    /// - Parameters:
    ///   - entries: the values.
    ///   - skipsUnknown: whether values that match no field are skipped.
    /// - Returns: a place for each value.
    /// - Throws: only `CancellationError`.
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

    /// Returns the effective values where several are given for one field.
    package func merged(_ given: GivenValues) -> [ValueEntry] { binder.merged(given) }

    /// Separates the entries with a known key from the failures of the others.
    ///
    /// A key is known if it matches one field or several. The failures name the nearest fields.
    public func recognised(_ entries: [ValueEntry]) -> (entries: [ValueEntry], unknown: [Failure]) {
        binder.recognised(entries)
    }

    /// Fills the form.
    ///
    /// Keys are IDs, names or labels of fields; `Label#2` is the second field with that label, `p3:Label` the one on
    /// page 3.
    ///
    /// - Throws: `Failure` that gives the fields concerned in ``FailureModel/Failure/fields``; then nothing is filled.
    public func fill(
        _ values: [String: FieldValue], options: ComposeOptions = ComposeOptions()
    ) async throws -> FilledForm {
        // Sorted, since a dictionary has no order and errors must not vary between runs.
        try await fill(
            values.sorted { $0.key < $1.key }.map { ValueEntry(key: $0.key, value: $0.value) }, options: options)
    }

    /// Fills the form with values that record their source, such as a file.
    ///
    /// - Parameters:
    ///   - entries: the values.
    ///   - options: the options for drawing them.
    ///   - skipsUnknown: whether values with keys that match no field are skipped, and listed in the report, rather
    ///     than rejected.
    /// - Returns: the filled form with its report.
    /// - Throws: `Failure`; then nothing is filled.
    public func fill(
        _ entries: [ValueEntry], options: ComposeOptions = ComposeOptions(), skipsUnknown: Bool = false
    ) async throws -> FilledForm {
        try await WorkerThreads.shared.run {
            let (known, skipped) = skipsUnknown ? binder.skippingUnknown(entries) : (entries, [])
            let values = try binder.bind(known)
            var (pdf, report) = try Composer(options: options)
                .compose(values, onto: document, description: description)
            if !skipped.isEmpty { report.skipped = skipped }
            report.warnings += binder.keptNotes
            return FilledForm(data: pdf, report: report)
        }
    }
}

extension Region {
    /// Whether the region can be on a page.
    ///
    /// Pages are smaller even with a large UserUnit.
    fileprivate var isOnPaper: Bool {
        let extent = -1e6...1e6
        return [left, top, right, bottom].allSatisfy(extent.contains) && width >= 0 && height >= 0
    }
}
