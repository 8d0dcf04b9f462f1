import FormImport
import FormModel
import Formwright
import Foundation

/// What a process that reads copies is asked, as JSON on its standard input.
struct CopyTask: Codable, Sendable {
    /// A form with its fields, for another process.
    struct KnownForm: Codable, Sendable {
        var fileName: String
        var pdf: Data
        var description: FormDescription
        /// Whether the pages show no values.
        var isBlank: Bool

        init(_ form: Form, isBlank: Bool) {
            fileName = form.document.fileName
            pdf = form.document.pdf
            description = form.description
            self.isBlank = isBlank
        }

        /// Returns the form.
        func form(password: String?) throws -> Form {
            let document = try Importer().document(pdf, fileName: fileName, password: password)
            var description = description
            // A PDF that was made of a picture, or is the blank in a filled form, is known by the original's digest.
            description.document.sha256 = document.sha256
            return try Form(document, known: description)
        }
    }

    /// The folder in which relative paths begin.
    var folder: String
    var password: String?
    var language: String
    /// The form; nil to look for one with corrected fields in the store.
    var form: KnownForm?
    /// The paths of the copies.
    var copies: [String]
    /// Whether pictures of doubtful cells are wanted.
    var pictures: Bool
    /// The folder for the copies in piles.
    var split: String?
    /// The names of the copies in piles.
    var names: PileNames
}
