package import FormModel

/// The known forms of a search for fields.
///
/// Their pages are recognised instead of searched.
package struct KnownForms: Sendable {
    /// A text that changes whenever the same page may be recognised as another form.
    package let revision: String
    /// Returns what a page is; nil for no known form.
    ///
    /// It blocks while it works.
    package let recognise: @Sendable (PageContent) throws -> RecognisedPage?

    /// Creates known forms.
    package init(revision: String, recognise: @escaping @Sendable (PageContent) throws -> RecognisedPage?) {
        self.revision = revision
        self.recognise = recognise
    }

    /// No form is known.
    package static let none = KnownForms(revision: "") { _ in nil }
}
