package import FormModel

/// A request for a result from a form or its newest filled form.
package struct ResultRequest: Sendable, Hashable, Codable {
    /// The content of the result.
    package enum Content: Sendable, Hashable, Codable {
        /// A PDF of all or selected pages; without fields if it is flattened.
        case pdf(pages: String?, isFlattened: Bool)
        /// A picture of a page (0-based), with its width in pixels.
        case picture(page: Int, width: Int)
        /// The values that AcroForm fields hold, in a format of `ExistingValues.Format`.
        case values(format: String, includesEmpty: Bool)
        /// The form with AcroForm fields; the text is the kind of signature fields.
        case fillable(signatures: String)
    }

    /// The content of the result.
    package var content: Content
    /// Whether the source is the newest filled form rather than the form.
    package var isFilled: Bool
    /// The template with the fields of a fillable form; nil for the detected fields.
    package var template: FormTemplate?

    /// Creates a request.
    package init(_ content: Content, isFilled: Bool = false, template: FormTemplate? = nil) {
        self.content = content
        self.isFilled = isFilled
        self.template = template
    }
}
