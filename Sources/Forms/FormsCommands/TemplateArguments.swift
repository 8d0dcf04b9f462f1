import FailureModel
import FormwrightCLI
import FormsDomain
import ArgumentParser
import FormImport
import FormModel
import Formwright
import Foundation
import LocalStore
import Pipeline

/// The options that select the store of corrected fields.
struct TemplateArguments: ParsableArguments {
    @Flag(help: "Use the fields as detected, even if they have been corrected.")
    var noTemplate = false

    @Option(help: "Template to use for all pages that look like it, even of another edition.")
    var known: String?

    @Option(help: "Owner of the corrected fields to use, in preference to shared ones.")
    var owner: String?

    @OptionGroup var system: SystemArguments

    /// The same options for a child process with the same current folder and environment.
    var forChild: [String] {
        [("--config", system.config), ("--store", system.store), ("--owner", owner), ("--known", known)]
            .flatMap { name, value in value.map { ["\(name)=\($0)"] } ?? [] } + (noTemplate ? ["--no-template"] : [])
    }

    func validate() throws {
        if noTemplate, known != nil { throw ValidationError("--known cannot be combined with --no-template.") }
    }

    /// Returns the form with its corrected fields from a store, if any.
    ///
    /// Their use is reported on standard error. A store that does not exist is not created.
    func applied(to form: Form) async throws -> Form {
        guard !noTemplate else { return form }
        if let known {
            guard form.description.document.recognised != nil else {
                throw Failure(
                    .fieldsMismatch, "No page looks like the form “\(TerminalText.printable(known))”.",
                    hint: "The template is not used for a PDF that has form fields itself.")
            }
            return form
        }
        let (applied, template) = try await lookup().apply(to: form)
        if let template = template?.template {
            StandardError.print(
                "formwright: using the corrected fields of “\(TerminalText.printable(template.name))” "
                    + "(version \(template.version))")
        }
        return applied
    }

    /// Returns the form of a document with its corrected fields; nil without them.
    ///
    /// The document is not analysed.
    func corrected(_ document: ImportedDocument) async throws -> Form? {
        guard !noTemplate else { return nil }
        let empty = FormDescription(
            document: .init(
                fileName: document.fileName, mimeType: document.fileType.mimeType, sha256: document.sha256,
                pageCount: document.pages.count),
            pages: [], fields: [])
        let (form, template) = try await lookup().apply(to: try Form(document, known: empty))
        return template == nil ? nil : form
    }

    /// Returns the forms with corrected fields that a document's pages may be of.
    func knownForms(for document: ImportedDocument, _ options: FormOptions) async throws -> KnownForms {
        if noTemplate { return .none }
        if let known { return try await lookup().knownForm(known) }
        return try await lookup().knownForms(for: document, language: options.language)
    }

    private func lookup() throws -> TemplateLookup {
        TemplateLookup(store: try system.storeSettings().location, owner: owner.map { OwnerID($0) } ?? .local)
    }
}
