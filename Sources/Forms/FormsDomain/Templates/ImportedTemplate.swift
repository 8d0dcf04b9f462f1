package import FailureModel
package import FormModel
import FormImport
import Foundation
import Pipeline

/// A validated template from a file, without values.
struct ImportedTemplate {
    let template: FormTemplate

    /// Validates a template.
    ///
    /// - Throws: `Failure`: `invalid_template` with the reason.
    init(_ given: FormTemplate) throws(Failure) {
        guard ContentID(hex: given.digest)?.hex == given.digest else {
            throw Failure(.invalidTemplate, "The template's digest is not 64 lower-case hexadecimal digits.")
        }
        let limits = Limits()
        guard (1...limits.pages).contains(given.pages.count) else {
            throw Failure(.invalidTemplate, "A template has 1 to \(limits.pages) pages.")
        }
        guard given.pages.allSatisfy({ Self.isSide($0.width, limits) && Self.isSide($0.height, limits) }) else {
            throw Failure(.invalidTemplate, "A page of the template has no valid size.")
        }
        guard !given.name.isEmpty, given.name.utf8.count <= FieldRules.textLimit else {
            throw Failure(.invalidTemplate, "The template's name must have 1 to \(FieldRules.textLimit) bytes.")
        }
        guard (1...1_000_000_000).contains(given.version) else {
            throw Failure(.invalidTemplate, "The template's version is not a positive number.")
        }
        if let problem = FieldRules.problems(in: given.fields, on: given.pages).first {
            throw Failure(.invalidTemplate, problem.failure.message, at: problem.failure.location)
        }
        var template = given
        template.name = try TypedText.line(
            given.name, "The template's name", limit: FieldRules.textLimit, .invalidTemplate)
        template.fields = given.fields.map(\.withoutValue)
        self.template = template
    }

    private static func isSide(_ length: Double, _ limits: Limits) -> Bool { length > 0 && length <= limits.pageSide }
}

extension FormTemplate {
    /// Returns the template as it would be stored.
    ///
    /// - Throws: `Failure`: `invalid_template`.
    package func validated() throws(Failure) -> FormTemplate { try ImportedTemplate(self).template }
}

extension Field {
    /// The field as stored in a template: rounded, and without the document's value.
    var withoutValue: Field {
        var field = rounded
        field.defaultValue = nil
        return field
    }
}
