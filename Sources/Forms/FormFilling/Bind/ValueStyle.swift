import FormImport
package import FailureModel

/// How to draw one value, where that differs from the form and the options.
public struct ValueStyle: Sendable, Hashable, Codable {
    /// Whether text is written as given, even if the form has a format for it.
    public var isVerbatim: Bool
    /// The font size in points, reduced if the value does not fit.
    public var fontSize: Double?
    /// The colour of text or mark.
    public var color: TextColor?

    /// Creates a style.
    public init(isVerbatim: Bool = false, fontSize: Double? = nil, color: TextColor? = nil) {
        self.isVerbatim = isVerbatim
        self.fontSize = fontSize
        self.color = color
    }
}

extension ValueStyle {
    /// Parses a style from its members in a values file; nil if none is given.
    ///
    /// `subject` names the value in messages.
    ///
    /// - Throws: `malformed_values`.
    package init?(
        verbatim: Bool? = nil, fontSize: Double? = nil, color: String? = nil, of subject: String
    ) throws(Failure) {
        guard verbatim ?? false || fontSize != nil || color != nil else { return nil }
        self.init(
            isVerbatim: verbatim ?? false,
            fontSize: try fontSize.map { size throws(Failure) in
                try Self.size(size, of: subject)
            },
            color: try color.map { text throws(Failure) in try Self.color(text, of: subject) })
    }

    /// Validates a font size; nil stands for a value that is not a number.
    static func size(_ size: Double?, of subject: String) throws(Failure) -> Double {
        guard let size, ComposeOptions.fontSizes.contains(size) else {
            throw Failure(.malformedValues, "The fontSize of \(subject) must be 4 to 144 points.")
        }
        return size
    }

    /// Parses a colour.
    static func color(_ text: String, of subject: String) throws(Failure) -> TextColor {
        guard let color = TextColor(text) else {
            throw Failure(
                .malformedValues, "The color of \(subject) must be #rrggbb, #rgb, black, blue, red, green or gray.")
        }
        return color
    }
}
