package import FormModel
package import Foundation

/// A page of a form that is known: its print and its fields.
package struct KnownPage: Sendable {
    /// Identifies the form, such as by its template.
    package var form: UUID
    /// The page of the form (0-based).
    package var page: Int
    package var print: PagePrint
    /// The fields of this page, at places of the displayed page.
    package var fields: [Field]

    package init(form: UUID, page: Int, print: PagePrint, fields: [Field]) {
        self.form = form
        self.page = page
        self.print = print
        self.fields = fields
    }
}
