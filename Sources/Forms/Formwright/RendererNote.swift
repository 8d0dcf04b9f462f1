import FormImport

/// A note about the errors that poppler met in a form.
struct RendererNote {
    /// The note for people.
    let text: String

    /// Maximum number of pages and of errors to list.
    private static let listed = 3

    /// Words a note; nil if there was no error.
    ///
    /// - Parameter messages: the pages (0-based), each with its errors.
    init?(_ messages: [(page: Int, messages: [String])]) {
        let pages = messages.filter { !$0.messages.isEmpty }
        guard !pages.isEmpty else { return nil }
        var distinct: [String] = []
        for message in pages.flatMap(\.messages) where !distinct.contains(message) { distinct.append(message) }
        let numbers = pages.map { String($0.page + 1) }.listed(Self.listed)
        let errors = distinct.map(\.quoted).listed(Self.listed)
        text = "Poppler, which draws the pages, reports on page\(pages.count > 1 ? "s" : "") \(numbers): \(errors)."
    }
}
