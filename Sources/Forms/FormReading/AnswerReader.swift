import FailureModel
import Files
import FormDetection
import FormFilling
package import FormImport
import FormModel
public import Formwright
public import Foundation
import KnownForms
import QPDF
import Tesseract
import Threads

/// Reads filled copies of a form back.
///
/// ```swift
/// let reader = try await form.answerReader()
/// let answer = try await reader.read(contentsOf: url)
/// for (column, cell) in zip(reader.columns, answer.cells) { print(column.name, cell.text) }
/// ```
public struct AnswerReader: Sendable {
    /// The columns of the answers: the form's fields in reading order.
    public let columns: [AnswerColumn]
    private let form: Form
    private let limits: Limits
    /// Whether the form's pages show no values.
    ///
    /// Only then can those of copies be compared with them.
    private let isBlank: Bool
    private let digest: String
    let pages: [BlankPage]
    let recognisers: RecogniserPool
    let check: EditionCheck

    /// Minimum share of a form's AcroForm names in a copy.
    private static let leastNames = 0.9

    init(_ form: Form, language: String, limits: Limits, isBlank: Bool) async throws {
        self.form = form
        self.isBlank = isBlank
        self.limits = limits
        columns = AnswerColumn.all(of: form.fields)
        recognisers = RecogniserPool(language: language)
        check = EditionCheck(language: language)
        let fields = isBlank ? Dictionary(grouping: form.fields, by: \.page) : [:]
        (digest, pages) = try await WorkerThreads.shared.run {
            let source = try PageSource(form.document)
            return (
                FormDigest.of(form.document),
                // Pages without fields are parts of a copy, too.
                try (fields.isEmpty ? [] : Array(form.document.pages.indices)).map { page in
                    try PageSource.translating(form.document, page: page) {
                        try BlankPage(try source.content(ofPage: page), fields: fields[page] ?? [])
                    }
                }
            )
        }
    }

    /// Reads a file with one filled copy.
    ///
    /// - Parameters:
    ///   - url: the file.
    ///   - password: opens an encrypted PDF.
    /// - Returns: the cells of the copy.
    /// - Throws: `Failure`: `fields_mismatch` if the file is no copy of the form, `other_edition` if it is one of another
    ///   edition, `several_rows` if it has several copies.
    public func read(contentsOf url: URL, password: String? = nil) async throws -> Answer {
        try only(of: await answers(contentsOf: url, password: password))
    }

    /// Reads the bytes of a file with one filled copy.
    ///
    /// - Throws: as ``read(contentsOf:password:)``.
    public func read(_ data: Data, named fileName: String, password: String? = nil) async throws -> Answer {
        try await read(data, named: fileName, password: password) {}
    }

    /// Reads a file with one filled copy, and calls `progress` before each page.
    package func read(
        _ data: Data, named fileName: String, password: String?, progress: @escaping @Sendable () -> Void
    ) async throws -> Answer {
        try only(of: await answers(data, named: fileName, password: password, progress: progress))
    }

    private func only(of answers: [Answer]) throws -> Answer {
        guard answers.count == 1, let answer = answers.first else {
            let pages = answers.map { ($0.pages.first ?? 0) + 1 }
            throw Failure(
                .severalRows,
                "\(answers.first?.fileName ?? "The file") has \(answers.count) filled copies, which begin on the pages "
                    + "\(pages.map(String.init).joined(separator: ", ")); one is expected, and formwright "
                    + "collect --split writes a file for each.")
        }
        return answer
    }

    /// Reads all filled copies in a file, such as a scanned pile.
    ///
    /// - Parameters:
    ///   - url: the file.
    ///   - password: opens an encrypted PDF.
    /// - Returns: the copies in the order of their first pages.
    /// - Throws: `Failure`: `fields_mismatch` if the file has no copy of the form, or pages of several copies that are not
    ///   all complete; `other_edition` if it is one of another edition.
    public func answers(contentsOf url: URL, password: String? = nil) async throws -> [Answer] {
        try await answers(contentsOf: url, password: password) {}
    }

    /// Reads all filled copies in a file, and calls `progress` before each page.
    package func answers(
        contentsOf url: URL, password: String?, progress: @escaping @Sendable () -> Void
    ) async throws -> [Answer] {
        let data = try await WorkerThreads.shared.run { try InputFile.read(url, limit: limits.fileSize) }
        return try await answers(data, named: url.lastPathComponent, password: password, progress: progress)
    }

    /// Reads the bytes of a file with any number of copies.
    private func answers(
        _ data: Data, named fileName: String, password: String?, progress: @escaping @Sendable () -> Void
    ) async throws -> [Answer] {
        try await WorkerThreads.shared.run {
            let document = try Importer(limits: limits, filled: .kept)
                .document(data, fileName: fileName, password: password)
            if document.isFilledBefore, FormDigest.of(document) == digest {
                let values = try ExistingValues(
                    data, named: fileName, password: password, includingEmpty: true, limits: limits)
                return [try answer(values, from: .record, document)]
            }
            if !document.widgets.isEmpty {
                let names = Set(form.fields.map(\.name))
                let own = try ExistingValues(of: document, includingEmpty: true)
                let all = own.fields.map(\.name) + own.withheld + Self.signatures(in: document)
                if Double(names.intersection(all).count) >= Self.leastNames * Double(names.count) {
                    return try answers(inFieldsOf: document, own, names: all.count, progress)
                }
            }
            return try answers(seenCopies(in: document, progress), in: document)
        }
    }

    /// Reads a document by the fields of its AcroForm.
    ///
    /// Of copies that were joined in one file, the fields have the values of the first only: those of the others have other
    /// names, or their pages have none. They are read by their places.
    private func answers(
        inFieldsOf document: ImportedDocument, _ values: ExistingValues, names: Int, _ progress: () -> Void
    ) throws -> [Answer] {
        let own = Set(form.fields.map(\.name)).count
        let hasOthers = names * 10 > own * 11
        guard hasOthers || document.pages.count > form.document.pages.count && !pages.isEmpty else {
            return [try answer(values, from: .fields, document)]
        }
        let seen = try seenCopies(in: document, progress)
        guard hasOthers || seen.count > 1 else { return [try answer(values, from: .fields, document)] }
        return try answers(seen, in: document, areJoined: true)
    }

    private static func signatures(in document: ImportedDocument) -> [String] {
        document.widgets.filter { $0.kind == .signature }.map(\.name)
    }

    /// Returns the cells of values by field.
    private func answer(
        _ values: ExistingValues, from source: Answer.Source, _ document: ImportedDocument
    ) throws -> Answer {
        let held = Dictionary(values.fields.map { ($0.name, $0.value) }) { first, _ in first }
        let withheld = Set(values.withheld)
        let cells = columns.map { column in
            if withheld.contains(column.name) {
                return AnswerCell(text: "", confidence: 0, reason: .withheld)
            }
            return AnswerCell(
                text: held[column.name].map { Self.text($0, in: column) } ?? (column.isTicked ? "no" : ""),
                confidence: 1, reason: .value)
        }
        return Answer(
            fileName: values.fileName, source: source,
            // The record has the whole values.
            cells: source == .record ? cells : try resolved(cells) { try addenda(in: document) })
    }

    private static func text(_ value: ExistingValues.Value, in column: AnswerColumn) -> String {
        switch value {
        case .text(let text): text.withLineFeeds
        case .box(let isOn, _): isOn ? "yes" : "no"
        case .state(let state):
            state.map { state in
                column.fields.first { $0.option == state || $0.state == state }?.option ?? state
            } ?? ""
        case .choices(let choices): choices.map(\.shown).joined(separator: "; ")
        }
    }

    /// Reads the pages of the copies in a document.
    private func seenCopies(in document: ImportedDocument, _ progress: () -> Void) throws -> SeenCopies {
        try copies(in: document, progress) { seen, page in
            let held = WidgetAnswers(
                widgets: document.widgets.filter { $0.page == seen.content.page }, blank: page.blank,
                registration: page.registration
            ).cells()
            return try PageAnswers(
                seen: seen, blank: page.blank, registration: page.registration, recognisers: recognisers
            ).cells(besides: held)
        }
    }

    /// Returns the answers of copies that were seen.
    ///
    /// `areJoined` says whether the fields are those of several copies.
    private func answers(
        _ found: SeenCopies, in document: ImportedDocument, areJoined: Bool = false
    ) throws -> [Answer] {
        let needed = Set(pages.indices.filter { !pages[$0].known.fields.isEmpty })
        let areComplete = found.copies.allSatisfy { needed.isSubset(of: $0.places) }
        guard found.copies.contains(where: { !$0.cells.isEmpty }) else {
            guard !areJoined else {
                throw Failure(
                    .severalRows,
                    "\(document.fileName) has several filled copies, joined in one file; read each from its own.")
            }
            throw unrecognised(document.fileName, found.doubt)
        }
        guard found.count == 1 || areComplete else { throw incomplete(document.fileName, found.copies) }
        if let page = found.copies.lazy.compactMap(\.interruption).first {
            throw Failure(
                .fieldsMismatch,
                "Page \(page + 1) of \(document.fileName), between pages of one copy, is not recognised; take it out, or read "
                    + "each copy from a separate file.")
        }
        // A page that resembles the form's, beside whole copies, is one of a further copy.
        if areComplete, let doubt = found.doubt { throw unrecognised(document.fileName, doubt) }
        return found.copies.map { copy in
            Answer(
                fileName: document.fileName, source: .pages, pages: copy.pages, otherPages: found.others,
                cells: resolved(columns.map { cell(of: $0, copy.cells) }) { copy.addenda })
        }
    }

    /// Returns the error for copies that are not all complete.
    private func incomplete(_ fileName: String, _ copies: [SeenCopy]) -> Failure {
        let counts = pages.indices.map { place in
            let count = copies.count { $0.places.contains(place) }
            return "page \(pages[place].known.page + 1) \(count == 1 ? "once" : "\(count) times")"
        }
        return Failure(
            .fieldsMismatch,
            "\(fileName) has pages of several copies of \(form.document.fileName), and not each copy is complete: "
                + "\(counts.joined(separator: ", ")); read each copy from a separate file.")
    }

    private func unrecognised(_ fileName: String, _ doubt: Doubt?) -> Failure {
        let problem = "\(fileName) is not recognised as a copy of \(form.document.fileName)"
        return switch doubt {
        case .edition(let page):
            Failure(.otherEdition, "\(problem): page \(page + 1) is of another edition of the form.")
        case .unsure(let page, let reason): Failure(.fieldsMismatch, "\(problem): page \(page + 1): \(reason).")
        case nil: Failure(.fieldsMismatch, "\(problem).")
        }
    }

    private func cell(of column: AnswerColumn, _ cells: [Field.ID: AnswerCell]) -> AnswerCell {
        let found = column.fields.compactMap { field in cells[field.id].map { (field, $0) } }
        guard let first = found.first?.1 else { return AnswerCell(text: "", confidence: 0, reason: .missingPage) }
        guard column.isQuestion else { return found.map(\.1).first { !$0.text.isEmpty } ?? first }
        let ticked = found.filter { $0.1.text == "yes" }
        let least = found.min { $0.1.confidence < $1.1.confidence }?.1 ?? first
        guard ticked.count < 2 else {
            return AnswerCell(
                text: "", confidence: 0.3, reason: .severalTicks, picture: ticked[0].1.picture)
        }
        return AnswerCell(
            text: ticked.first.map { $0.0.option ?? $0.0.label } ?? "", confidence: least.confidence,
            reason: least.reason,
            picture: least.picture)
    }
}

extension Form {
    /// Returns a reader of filled copies of this form.
    ///
    /// - Parameters:
    ///   - language: the languages of scans for OCR: Tesseract's names, joined by `+`.
    ///   - limits: the limits for each copy.
    /// - Returns: the reader, for any number of copies.
    /// - Throws: `Failure` if the form's pages cannot be drawn.
    public func answerReader(language: String = "eng", limits: Limits = Limits()) async throws -> AnswerReader {
        try await answerReader(language: language, limits: limits, isBlank: true)
    }

    /// Returns a reader of filled copies.
    ///
    /// It reads their fields and records only, unless this form is blank.
    package func answerReader(
        language: String = "eng", limits: Limits = Limits(), isBlank: Bool
    ) async throws -> AnswerReader {
        try await AnswerReader(self, language: language, limits: limits, isBlank: isBlank)
    }
}
