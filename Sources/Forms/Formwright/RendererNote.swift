import FormImport

/// A note about the errors that poppler met in a form.
enum RendererNote {
    /// Maximum number of pages and of errors to list.
    private static let listed = 3

    /// Returns one note on all errors, or none if there are no errors.
    ///
    /// - Parameter messages: the pages (0-based), each with its errors.
    /// - Returns: the notes, in one sentence each.
    static func notes(_ messages: [(page: Int, messages: [String])]) -> [String] {
        let pages = messages.filter { !$0.messages.isEmpty }
        guard !pages.isEmpty else { return [] }
        var distinct: [String] = []
        for message in pages.flatMap(\.messages) where !distinct.contains(message) { distinct.append(message) }
        let numbers = pages.map { String($0.page + 1) }.listed(Self.listed)
        let errors = distinct.map(\.quoted).listed(Self.listed)
        let pageWord = pages.count > 1 ? "pages" : "page"
        return ["Poppler, which draws the pages, reports on \(pageWord) \(numbers): \(errors)."]
    }
}
