package import FormModel

/// What is to be made of a form, or of what it was filled to, when somebody asks for it.
package struct ResultRequest: Sendable, Hashable, Codable {
    /// What is made.
    package enum Content: Sendable, Hashable, Codable {
        /// A PDF of some pages, as a person lists them, or of all; without fields if it is flattened.
        case pdf(pages: String?, isFlattened: Bool)
        /// A picture of a page, from 0, with its width in pixels.
        case picture(page: Int, width: Int)
        /// The values that AcroForm fields hold, in a format of `ExistingValues.Format`.
        case values(format: String, includesEmpty: Bool)
        /// The form with AcroForm fields; the text says what a signature becomes.
        case fillable(signatures: String)
    }

    /// What is made.
    package var content: Content
    /// Whether it is made of the newest filled form rather than of the form.
    package var isFilled: Bool
    /// The template whose fields a fillable form has; nil for the fields as detected.
    package var template: FormTemplate?

    /// Creates a request.
    package init(_ content: Content, isFilled: Bool = false, template: FormTemplate? = nil) {
        self.content = content
        self.isFilled = isFilled
        self.template = template
    }
}
