import Audit
import FailureModel
import FormImport
import FormReading
import FormsAPI
import FormsDomain
import Foundation
import HTTPService
import HTTPTypes
import Hummingbird
import LocalStore
import NIOCore
import Pipeline

/// The routes of filled copies of the office's forms.
///
/// Whoever sees a form sees its filled copies.
struct AnswerRoutes: Sendable {
    let answers: AnswerStore
    private let system: LocalSystem
    private let forms: SharedFormStore
    private let service: ServiceParts

    /// Maximum number of bytes of corrections.
    private static let correctionLimit = 1 << 20

    /// Creates the routes on a store.
    init(_ system: LocalSystem, _ service: ServiceParts) {
        self.system = system
        self.service = service
        answers = AnswerStore(system)
        forms = SharedFormStore(system)
    }

    /// Adds the routes below `/api/v1/forms`.
    func add(to group: RouterGroup<ServiceContext>) {
        group.post(":id/answers", use: upload)
        group.get(":id/answers", use: list)
        group.get(":id/answers/:answer", use: show)
        group.patch(":id/answers/:answer", use: correct)
        group.delete(":id/answers/:answer", use: delete)
        group.get(":id/answers/:answer/cells/:field/picture", use: picture)
        for format in AnswerTable.Format.allCases {
            group.get(RouterPath(":id/answers.\(format.rawValue)")) { request, context in
                try await table(format, request, context)
            }
        }
    }

    // MARK: Adding

    @Sendable private func upload(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let added = try await receive(request, to: try await form(context), context)
        return JSONResponse.make(AddedCopies(answers: added.map { FilledCopySummary($0) }), status: .created)
    }

    /// Stores the files of a multipart request as filled copies, and begins to read them.
    ///
    /// They belong to the user, or to the group in the query.
    func receive(_ request: Request, to form: SharedForm, _ context: ServiceContext) async throws -> [StoredAnswer] {
        let owner = try GroupChoice.owner(request, context)
        try await service.admission.checkQueue(for: owner)
        guard try await answers.isReady(form.id) else { throw Self.notReady }
        try await answers.check(adding: 1, to: form.id)
        let kind = AnswerKind()
        let received = try await service.admission.uploading(for: context.owner) {
            try await FileUpload(into: system.artefacts, byteLimit: Int64(Limits().fileSize)) {
                try kind.mediaType(ofHead: $0, byteCount: $1, fileName: $2)
            }.receive(request, atMost: AnswerStore.filesPerUpload)
        }
        let files = received.map { file in
            AnswerStore.File(
                content: file.stored.content, byteCount: file.stored.byteCount, fileName: file.fileName,
                mediaType: file.mediaType)
        }
        for file in files { try await service.record(.uploaded, of: file.id, by: context) }
        return try await answers.add(files, to: form.id, owner: owner)
    }

    // MARK: Reading

    @Sendable private func list(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let form = try await form(context)
        let limit = Int(try request.number("limit", in: 1...200) ?? 50)
        let found = try await answers.answers(
            of: form.id, before: try request.number("before", in: 1...Int64.max), limit: limit)
        return JSONResponse.make(
            FilledCopyPage(
                answers: found.map { FilledCopySummary($0) }, total: try await answers.count(of: form.id),
                next: found.count == limit ? found.last?.place : nil))
    }

    @Sendable private func show(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let answer = try await answer(context)
        try await service.record(.viewed, of: answer.document.id, by: context)
        return try await self.answer(answer)
    }

    @Sendable private func picture(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let answer = try await answer(context)
        // A name in a path is percent-encoded, and may hold slashes.
        let field = context.parameters.get("field").flatMap { $0.removingPercentEncoding } ?? ""
        try await service.record(.viewed, of: answer.document.id, by: context)
        guard let png = try await answers.picture(of: field, in: answer) else {
            throw Failure(.notFound, "The cell has no picture.")
        }
        return Response(
            status: .ok, headers: [.contentType: "image/png", .cacheControl: "private, max-age=300"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: png)))
    }

    private func table(
        _ format: AnswerTable.Format, _ request: Request, _ context: ServiceContext
    ) async throws -> Response {
        let form = try await form(context)
        let headings: AnswerHeadings = try request.choice("headings") ?? .names
        try await service.record(.downloaded, of: form.id, by: context)
        let table = try await service.admission.drawing {
            try await answers.table(of: form.id, as: format, headings: headings)
        }
        guard let table else { throw Self.notReady }
        return try await ArtefactResponse(
            table.content, mediaType: format.mediaType, fileName: "\(form.title.name).answers.\(format.rawValue)",
            in: system.artefacts
        ).response(to: request)
    }

    // MARK: Changing

    @Sendable private func correct(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let version = try request.requiredVersion()
        let changes = try await request.json([String: String?].self, context, upTo: Self.correctionLimit)
        let found = try await answer(context)
        try await service.record(.changedValues, of: found.document.id, by: context)
        let corrected = try await answers.correct(found.document.id, of: found.form, since: version, changes)
        guard let corrected else {
            throw Failure(.notReady, "The filled copy is not read, so there is nothing to correct.")
        }
        return try await answer(corrected)
    }

    @Sendable private func delete(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let form = try await form(context)
        let found = try await answers.answer(try Self.answerID(context), of: form.id)
        guard Self.mayDelete(found, of: form, context) else {
            throw Failure(
                .forbidden,
                "Only an administrator, the user who shared the form, or one who owns the copy may delete it.")
        }
        try await service.record(.deleted, of: found.document.id, by: context)
        try await answers.delete(found.document.id, of: form.id)
        return Response(status: .noContent)
    }

    /// Returns whether the user may delete a filled copy.
    ///
    /// These are its owner and the members of its group, the user who shared the form, and administrators.
    static func mayDelete(_ answer: StoredAnswer, of form: SharedForm, _ context: ServiceContext) -> Bool {
        SharedFormRoutes.mayDelete(form, context) || context.scope.contains(answer.document.owner)
    }

    // MARK: Answers

    /// Returns the form in the path.
    ///
    /// - Throws: `form_unknown`, also for a form that the user does not see.
    func form(_ context: ServiceContext) async throws -> SharedForm {
        try await forms.form(try SharedFormRoutes.id(context), in: SharedFormRoutes.scope(context))
    }

    private func answer(_ context: ServiceContext) async throws -> StoredAnswer {
        let form = try await form(context)
        return try await answers.answer(try Self.answerID(context), of: form.id)
    }

    private static let notReady = Failure(
        .notReady, "The fields of the form are not known yet; repeat the request when its analysis is complete.")

    private static func answerID(_ context: ServiceContext) throws(Failure) -> DocumentID {
        guard let id = context.parameters.get("answer").flatMap({ DocumentID($0) }) else {
            throw Failure(.documentUnknown, "The form has no such filled copy.")
        }
        return id
    }

    private func answer(_ found: StoredAnswer) async throws -> Response {
        let contents = try await answers.contents(of: found)
        let detail = FilledCopyDetail(
            answer: FilledCopySummary(found),
            cells: contents?.cells.cells.map { FilledCell($0, of: found, contents) } ?? [])
        var response = JSONResponse.make(detail)
        response.headers[.eTag] = "\"\(found.version)\""
        response.headers[.cacheControl] = "private, no-cache"
        return response
    }
}

extension FilledCopySummary {
    /// Creates the client's summary of a filled copy.
    init(_ answer: StoredAnswer) {
        let document = answer.document
        self.init(
            id: document.id.uuid, fileName: document.fileName, state: FilledCopyState(answer.state),
            cells: answer.cells, doubtful: answer.doubtful,
            failure: document.failure.map {
                FailureSummary(stage: $0.stage.text, code: $0.code.rawValue, message: $0.message)
            }, group: document.owner.group, addedAt: document.createdAt.date, version: answer.version)
    }
}

extension FilledCopyState {
    fileprivate init(_ state: StoredAnswer.State) {
        switch state {
        case .reading: self = .reading
        case .read: self = .read
        case .unknownForm: self = .unknownForm
        case .otherEdition: self = .otherEdition
        case .failed: self = .failed
        }
    }
}

extension FilledCell {
    /// Creates the client's view of a cell.
    fileprivate init(_ cell: AnswerCells.Cell, of answer: StoredAnswer, _ contents: CorrectedAnswer?) {
        var allowed = CharacterSet.alphanumerics.intersection(CharacterSet(charactersIn: "\u{20}"..."\u{7E}"))
        allowed.insert(charactersIn: "-_~")
        let name = cell.field.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
        self.init(
            field: cell.field, label: cell.label, pageIndex: cell.page, options: cell.options,
            value: contents?.text(of: cell) ?? cell.text, confidence: cell.confidence, reason: cell.reason.rawValue,
            isDoubtful: contents?.isDoubtful(cell) ?? cell.isDoubtful,
            isCorrected: contents?.corrections[cell.field] != nil,
            pictureUrl: cell.picture.map { _ in
                "/api/v1/forms/\(answer.form)/answers/\(answer.document.id)/cells/\(name)/picture"
            })
    }
}

extension AnswerTable.Format {
    /// The media type of a table in the format.
    var mediaType: String {
        switch self {
        case .csv: "text/csv; charset=utf-8"
        case .xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        case .jsonl: "application/jsonl"
        }
    }
}
