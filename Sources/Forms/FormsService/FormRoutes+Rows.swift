import FormFilling
import Formwright
import FormModel
import FormsDomain
import Audit
import FailureModel
import FormImport
import FormsAPI
import Foundation
import HTTPService
import Hummingbird
import Pipeline
import Threads

/// Tables of values: one row for the next fill, or a fill for each row.
extension FormRoutes {
    /// The media types of tables.
    static let tableTypes: Set<String> = [
        "text/csv", "application/jsonl", "application/x-ndjson",
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ]

    @Sendable func rows(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let document = try await client.form(context)
        try await service.admission.checkQueue(for: document.owner)
        guard Self.tableTypes.contains(request.mediaType) || request.mediaType == "application/json" else {
            throw Failure(
                .unsupportedType,
                "The body must be a table: text/csv, application/jsonl, application/json or a workbook (.xlsx).")
        }
        let description = try await client.fieldsInForce(of: document).description
        let fields = FormFields(description.fields)
        let table = try await request.bytes(upTo: RowsFill.byteLimit)
        if request.mediaType == "application/json", !RowsFile.isArray(table) {
            throw Failure(.malformedValues, "The body must be an array with an object for each row.")
        }
        let isCheck = try request.flag("check")
        let fill = try RowsFill(
            table: table, names: request.uri.queryParameters["names"].map(String.init),
            setup: FillSetup(
                skipsUnknown: try request.flag("skipUnknown") ? true : nil,
                sheet: request.uri.queryParameters["sheet"].map(String.init),
                startsFresh: try request.flag("fresh") ? true : nil,
                mapping: try await MappingStore(system).mapping(of: document, form: description.document.sha256)))
        let checked: (count: Int, skipped: [String], notes: [String])
        do {
            checked = try await WorkerThreads.shared.run { try fill.check(description) }
        } catch let failure as Failure where failure.code == .mappingNeeded {
            let mapping = try await WorkerThreads.shared.run { try fill.mapping(description) }
            throw APIError(failure, fields: Self.problems(failure, fields), more: ["mapping": mapping])
        } catch let failure as Failure {
            throw APIError(failure, fields: Self.problems(failure, fields))
        }
        func answer(_ document: Document) -> StartedRows {
            StartedRows(
                documentId: document.id.uuid, status: DocumentStatus(document.state), rows: checked.count,
                skipped: checked.skipped.isEmpty ? nil : checked.skipped,
                notes: checked.notes.isEmpty ? nil : checked.notes)
        }
        if isCheck {
            try await service.record(.viewed, of: document.id, by: context)
            return JSONResponse.make(answer(document))
        }
        try await service.record(.filled, of: document.id, by: context)
        let filling = try await client.fill(document.id, in: context.scope, inputs: try fill.inputs)
        return JSONResponse.make(answer(filling), status: .accepted)
    }

    private static func problems(_ failure: Failure, _ fields: FormFields) -> [APIError.FieldProblem] {
        failure.all.map { failure in
            let field = failure.fields.first.flatMap { name in fields.all.first { $0.name == name } }
            return APIError.FieldProblem(
                fieldRegionId: field?.id.uuidString ?? "", code: failure.code, message: failure.message)
        }
    }

    /// Returns the outcome of the rows of the newest fill; nil if it had none.
    static func rows(of document: Document) -> RowsSummary? {
        let numbers = (document.facts[FormKind.rowsFact] ?? "").split(separator: " ").compactMap { Int($0) }
        guard numbers.count == 3, numbers[0] == document.fill else { return nil }
        return RowsSummary(filled: numbers[1], failed: numbers[2])
    }
}
