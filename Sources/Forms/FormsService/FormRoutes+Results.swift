import FormFilling
import LocalStore
import FormsDomain
import Audit
import FailureModel
import FormImport
import FormsAPI
import Foundation
import HTTPService
import Hummingbird
import LocalWorkers
import Pipeline

/// The results of a form on demand: pages, pictures, values and AcroForm fields.
extension FormRoutes {
    /// Returns the values in the AcroForm fields of the form or the filled form.
    @Sendable func export(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let format: ExistingValues.Format = try request.choice("format") ?? .json
        let content = ResultRequest.Content.values(
            format: format.rawValue, includesEmpty: try request.flag("empty"))
        return try await made(
            ResultRequest(content, isFilled: try request.flag("filled")), suffix: format.rawValue, request, context)
    }

    /// Returns the form with AcroForm fields for the fields in force.
    @Sendable func fillable(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let signatures: FillableOptions.Signatures = try request.choice("signatures") ?? .field
        let document = try await client.form(context)
        let template = try await client.fieldsInForce(of: document).template?.template
        return try await made(
            ResultRequest(.fillable(signatures: signatures.rawValue), template: template), suffix: "fillable.pdf",
            request,
            context)
    }

    /// Returns the uploaded form without AcroForm fields.
    @Sendable func flattened(_ request: Request, _ context: ServiceContext) async throws -> Response {
        return try await made(
            ResultRequest(.pdf(pages: try pages(request), isFlattened: true)), suffix: "flat.pdf", request, context)
    }

    /// Returns the result requested by a link's query; nil for the whole filled form.
    func part(_ request: Request) throws -> ResultRequest? {
        let pages = try pages(request)
        let flattens = try request.flag("flatten")
        guard pages != nil || flattens else { return nil }
        return ResultRequest(.pdf(pages: pages, isFlattened: flattens), isFilled: true)
    }

    /// Returns the page selection in the query; nil for all pages.
    private func pages(_ request: Request) throws(Failure) -> String? {
        guard let text = request.uri.queryParameters["pages"].map(String.init) else { return nil }
        guard PageSelection(text) != nil else {
            throw Failure(.malformedRequest, "“pages” must be a list of pages, such as 1,3-5.")
        }
        return text
    }

    /// Creates a result of a document; the reply lists what is withheld.
    func result(_ result: ResultRequest, of document: Document, _ context: ServiceContext) async throws -> ResultReply {
        let fill: Int? = result.isFilled ? nil : 0
        let published = try await client.store.artefacts(of: document.id, in: .all, fill: fill)
        if result.isFilled {
            let newest = published.last {
                [FormKind.ArtefactName.filled, FormKind.ArtefactName.filledRows].contains($0.artefact.name)
            }
            guard newest?.artefact.name != FormKind.ArtefactName.filledRows else {
                throw Failure(
                    .notReady,
                    "The newest fill is a table, and its forms are in the archive of filledPdfUrl; fill in single values to get "
                        + "one form.")
            }
            guard newest != nil else {
                throw Failure(.notReady, "The document is \(document.state.rawValue); there is no filled form of it.")
            }
        }
        let reply = try await service.admission.drawing {
            try await context.whileClientWaits {
                try await pictures.stages.reply(
                    of: FormKind.resultStage, for: document, published: published, to: try JSONEncoder().encode(result))
            }
        }
        return try JSONDecoder().decode(ResultReply.self, from: reply)
    }

    private func made(
        _ result: ResultRequest, suffix: String, _ request: Request, _ context: ServiceContext
    ) async throws -> Response {
        let document = try await client.form(context)
        try await service.record(.downloaded, of: document.id, by: context)
        let reply = try await self.result(result, of: document, context)
        var response = try await ArtefactResponse(
            reply.artefact.content, mediaType: reply.artefact.mediaType, fileName: "\(document.stem).\(suffix)",
            in: system.artefacts
        ).response(to: request)
        if !reply.withheld.isEmpty { response.headers[.withheld] = Self.header(reply.withheld) }
        return response
    }

    /// Returns a header with field names, up to a limit.
    private static func header(_ names: [String]) -> String {
        let plain = CharacterSet.urlQueryAllowed.subtracting([","])
        return names.prefix(100).compactMap { $0.addingPercentEncoding(withAllowedCharacters: plain) }
            .joined(separator: ",")
    }
}

extension Document {
    /// The file name without its extension, for the names of results.
    var stem: String {
        let stem = fileName.split(separator: ".").dropLast().joined(separator: ".")
        return stem.isEmpty ? fileName : stem
    }
}
