package import FailureModel

extension PortfolioLimits {
    /// The maximum number of characters of a given caption, description or alternative text.
    package static let caption = 2_000

    /// Rejects more inputs than a portfolio can have.
    ///
    /// - Throws: `too_many_inputs` with the number.
    package static func check(inputs count: Int) throws(Failure) {
        guard count > inputs else { return }
        throw Failure(.tooManyInputs, "The portfolio has \(count) inputs; at most \(inputs) are allowed.")
    }

    /// Returns the failure of a text beyond its limit, in Unicode scalars.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - name: The key of the text, such as `inputs[3].title`.
    ///   - limit: The maximum number of scalars.
    /// - Returns: `text_too_long`, or `nil` for a text within its limit.
    package static func failure(of text: String?, _ name: String, limit: Int) -> Failure? {
        guard let text, text.utf8.count > limit, text.scalarCount > limit else { return nil }
        return Failure(
            .textTooLong, "\(name) has \(text.scalarCount) characters; at most \(limit) are allowed.", at: .field(name))
    }
}
