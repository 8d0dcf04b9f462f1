import FailureModel
import FormImport
import FormModel
import Foundation
import Pipeline
import SQL

/// A form that a person chose for documents.
///
/// They are its copies. A page of another edition is taken for the form's, too, and what differs is said.
struct ChosenForm: Sendable {
    /// The template.
    let template: UUID
    /// The pages of the form that are kept, at least one.
    let pages: [CandidatePage]

    /// Finds the form of a template.
    ///
    /// - Parameters:
    ///   - name: the name of the template, or the beginning of its id.
    ///   - owner: the owner of the copies.
    ///   - db: a read transaction.
    /// - Throws: `Failure`: `template_unknown` if there is no such template, or several, or none of its pages is kept.
    init(named name: String, for owner: OwnerID, _ db: any SQLSession) throws {
        let templates = TemplateTables(db: db)
        guard try templates.exist else { throw Self.unknown(name) }
        let id = try Self.chosen(name, among: try templates.summaries(in: .owners([owner.ofCorrections])))
        guard let template = try templates.template(id) else { throw Self.unknown(name) }
        try self.init(template, named: name, db)
    }

    /// Finds the form that was chosen for a document; nil if none was.
    ///
    /// - Throws: `Failure`: `template_unknown` if its template or its pages are no more.
    init?(of document: Document, _ db: any SQLSession) throws {
        guard let id = Self.template(of: document) else { return nil }
        guard let template = try TemplateTables(db: db).template(id) else {
            throw Failure(
                .templateUnknown, "The template that was chosen for the form has been deleted.",
                hint: "Choose another one with --known.")
        }
        try self.init(template, named: template.template.name, db)
    }

    private init(_ stored: StoredTemplate, named name: String, _ db: any SQLSession) throws {
        let prints = PrintTables(db: db)
        template = stored.template.id
        pages = try (try prints.exist ? prints.pages(of: stored.template.digest) : []).compactMap {
            try CandidatePage($0, of: stored, prints)
        }
        guard !pages.isEmpty else {
            throw Failure(
                .templateUnknown, "The pages of the form \(name.quoted) are not kept.",
                hint: "Add the blank form to the store with “formwright documents add”, then run "
                    + "“formwright templates index”.")
        }
    }

    /// The facts of documents that are copies.
    var facts: [String: String] { [FormKind.FactName.chosen: template.uuidString] }

    /// Returns the facts that a copy of a document keeps.
    static func facts(of document: Document) -> [String: String] {
        document.facts.filter { $0.key == FormKind.FactName.chosen }
    }

    /// Returns the template that was chosen for a document.
    static func template(of document: Document) -> UUID? {
        document.facts[FormKind.FactName.chosen].flatMap { UUID(uuidString: $0) }
    }

    /// The failure of a document without a page that looks like the form.
    static func mismatch(_ name: String) -> Failure {
        Failure(
            .fieldsMismatch, "No page looks like the form \(name.quoted).",
            hint: "The template is not used for a PDF that has form fields itself.")
    }

    private static func chosen(_ name: String, among templates: [StoredTemplate.Summary]) throws -> UUID {
        let named = templates.filter { $0.name == name }
        let found = named.isEmpty ? templates.filter { $0.id.uuidString.hasPrefix(name.uppercased()) } : named
        guard let first = found.first, !name.isEmpty else { throw unknown(name) }
        guard found.count == 1 else {
            throw Failure(
                .templateUnknown, "Several templates are named \(name.quoted).",
                hint: "Give the beginning of the id that “formwright templates list” shows.")
        }
        return first.id
    }

    /// The failure of a name that no template has.
    static func unknown(_ name: String) -> Failure {
        Failure(
            .templateUnknown, "No template has the name \(name.quoted), or an id that begins so.",
            hint: "“formwright templates list” shows them.")
    }
}
