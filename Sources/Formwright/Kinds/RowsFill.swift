import Archive
package import FailureModel
import Files
package import FormModel
import Forms
package import Foundation
package import Pipeline

/// A fill with a table of values: each row gives a filled form, and all of them together a ZIP file.
///
/// A row whose values cannot be drawn is left out; `report.json`, which is also in the ZIP file, says why.
package struct RowsFill: Sendable {
    /// The maximum number of rows.
    package static let rowLimit = 5_000
    /// The maximum size of the table in bytes.
    package static let byteLimit = 8 << 20
    /// Mistakes after which reading ends: more than anybody reads.
    private static let mistakeLimit = 100

    private let table: Data
    private let names: NameTemplate

    /// Creates a fill.
    ///
    /// - Parameters:
    ///   - table: CSV, JSON Lines or a JSON array of objects.
    ///   - names: the names of the files in the ZIP file, such as `{Last name}`; nil for the row's number.
    /// - Throws: `input_too_large`, `malformed_template`.
    package init(table: Data, names: String?) throws(Failure) {
        guard table.count <= Self.byteLimit else {
            throw Failure(.inputTooLarge, "The table is larger than the limit of \(Self.byteLimit >> 20) MB.")
        }
        self.table = table
        self.names = try NameTemplate(names ?? "{row:04}")
        guard !self.names.isConstant, !(names ?? "").contains("/") else {
            throw Failure(
                .malformedTemplate, "The names must differ from row to row, and must not contain slashes.")
        }
    }

    /// The rows and the binder for them.
    private func read(_ fields: [Field]) throws(Failure) -> (rows: any ValueRows, binder: Binder) {
        let rows = try RowsFile(data: table, name: "The table", folder: nil).rows()
        var binder = Binder(fields: fields)
        var unknown: [Failure] = []
        for key in rows.keys ?? [] {
            do throws(Failure) { binder = try binder.knowing([key]) } catch { unknown.append(error) }
        }
        if let failure = Failure(all: Array(unknown.prefix(Self.mistakeLimit))) { throw failure }
        return (rows, binder)
    }

    /// Checks all rows against the form, and returns their number.
    ///
    /// - Throws: `Failure` with everything that is wrong, up to a hundred mistakes.
    package func check(_ fields: [Field]) throws(Failure) -> Int {
        var (rows, binder) = try read(fields)
        var failures: [Failure] = []
        var count = 0
        while let row = try rows.next() {
            count += 1
            guard count <= Self.rowLimit else {
                throw Failure(.inputTooLarge, "The table has more than \(Self.rowLimit) rows.")
            }
            do throws(Failure) {
                _ = try binder.bind(try row.entries.get())
            } catch {
                failures += error.all.map { Self.located($0, row) }
                if failures.count >= Self.mistakeLimit { break }
            }
        }
        if let failure = Failure(all: Array(failures.prefix(Self.mistakeLimit))) { throw failure }
        guard count > 0 else { throw Failure(.malformedValues, "The table has no rows.") }
        return count
    }

    /// Says in which row a mistake is.
    private static func located(_ failure: Failure, _ row: ValueRow) -> Failure {
        var failure = failure
        failure.message = "Row \(row.number) (line \(row.line)): \(failure.message)"
        return failure
    }

    // MARK: Inputs

    /// What a fill freezes.
    package var inputs: [PipelineClient.Input] {
        [
            PipelineClient.Input(
                name: FormKind.ArtefactName.rows, mediaType: "text/plain; charset=utf-8", bytes: table),
            PipelineClient.Input(
                name: FormKind.ArtefactName.rowNames, mediaType: "text/plain; charset=utf-8",
                bytes: Data(names.text.utf8)),
        ]
    }

    /// The table of a fill; nil if it has none.
    init?(_ context: StageContext) throws {
        guard context.artefact(FormKind.ArtefactName.rows, from: .inputs) != nil else { return nil }
        try self.init(
            table: context.bytes(of: FormKind.ArtefactName.rows, from: .inputs),
            names: String(
                decoding: context.bytes(of: FormKind.ArtefactName.rowNames, from: .inputs), as: UTF8.self))
    }

    // MARK: Composing

    /// What became of a row.
    private struct Entry: Encodable {
        let row: Int
        let line: Int
        var file: String?
        var code: ErrorCode?
        var message: String?
        var warnings: [String]?
    }

    /// Fills the form once for each row.
    ///
    /// - Throws: the first row's failure if no row could be filled.
    func compose(
        _ document: ImportedDocument, _ description: FormDescription, _ options: ComposeOptions,
        _ context: StageContext
    ) throws -> StageOutcome {
        let total = try check(description.fields)
        var (rows, binder) = try read(description.fields)
        let composer = RecordComposer(document, description: description, options: options)
        var outputNames = OutputNames(names)
        var entries: [Entry] = []
        var firstFailure: Failure?
        let upload = try context.artefacts.upload()
        let archive = try TemporaryArchive()
        while let row = try rows.next() {
            try context.checkCancellation()
            var entry = Entry(row: row.number, line: row.line)
            let filled: Result<(pdf: Data, report: FillReport), Failure>
            do throws(Failure) {
                filled = .success(try composer.compose(try binder.bind(try row.entries.get())))
            } catch {
                filled = .failure(error)
            }
            switch filled {
            case .success(let (pdf, report)):
                let file = outputNames.name(row: row.number, entries: (try? row.entries.get()) ?? [])
                let warnings = RecordFiller.warnings(report)
                entry.file = file
                entry.warnings = warnings.isEmpty ? nil : warnings
                try archive.add(pdf, named: file)
            case .failure(let failure):
                firstFailure = firstFailure ?? Self.located(failure, row)
                (entry.code, entry.message) = (failure.code, failure.message)
            }
            entries.append(entry)
            context.reportProgress(completed: entries.count, total: total, unit: "row")
        }
        let filled = entries.count { $0.code == nil }
        if filled == 0, let firstFailure { throw firstFailure }
        let report = try JSONText.encode(entries)
        try archive.add(report, named: FormKind.ArtefactName.report)
        try archive.finish { try upload.append($0) }
        let stored = try upload.commit()
        return .done(
            [
                Artefact(
                    name: FormKind.ArtefactName.filledRows, mediaType: "application/zip", content: stored.content,
                    byteCount: stored.byteCount),
                try context.put(report, named: FormKind.ArtefactName.report, mediaType: "application/json"),
            ], facts: [FormKind.rowsFact: "\(context.document.fill) \(filled) \(entries.count - filled)"])
    }
}

/// A ZIP file under a temporary name, which disappears with its last reference.
private final class TemporaryArchive {
    private let file: FileHandle
    private let writer: ArchiveWriter

    /// Throws `Failure` if the file cannot be created.
    init() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw Failure(.outputUnwritable, "The ZIP file cannot be written.", underlying: "errno \(errno)")
        }
        unlink(path)
        file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        writer = try ArchiveWriter(descriptor: descriptor, format: .zip)
    }

    func add(_ bytes: Data, named name: String) throws(Failure) {
        do {
            try writer.add(name: name, byteCount: Int64(bytes.count))
            try writer.write(bytes)
        } catch {
            throw Self.failure(error)
        }
    }

    /// Completes the archive and hands its bytes over, piece by piece.
    func finish(_ take: (Data) throws -> Void) throws {
        do { try writer.finish() } catch { throw Self.failure(error) }
        try file.seek(toOffset: 0)
        while let piece = try file.read(upToCount: 1 << 20), !piece.isEmpty { try take(piece) }
    }

    private static func failure(_ error: ArchiveError) -> Failure {
        error.errorNumber == ENOSPC
            ? Failure(.diskFull, "There is no room on the disk for the ZIP file.", underlying: "\(error)")
            : Failure(.outputUnwritable, "The ZIP file cannot be written.", underlying: "\(error)")
    }
}
