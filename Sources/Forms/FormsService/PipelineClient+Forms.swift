import FormsDomain
import FailureModel
import HTTPService
import Pipeline

extension PipelineClient {
    /// Returns the form in the path of a request.
    ///
    /// - Throws: `document_unknown`, also for another owner's document and for one of another kind.
    func form(_ context: ServiceContext) async throws -> Document {
        let document = try await store.document(try context.documentID(), in: context.scope)
        guard document.kind == FormKind.name else { throw StoreError.documentUnknown(document.id) }
        return document
    }

    /// Returns the fields in force of an analysed form.
    ///
    /// - Throws: `not_ready` before they are known.
    func fieldsInForce(of document: Document) async throws -> FieldsInForce {
        guard let fields = try await FormKind.fields(of: document, in: self) else {
            throw Failure(.notReady, "The document is \(document.state.rawValue); its fields are not known yet.")
        }
        return fields
    }
}
