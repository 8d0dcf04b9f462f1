/// How one value is drawn, where that differs from the form and the options.
public struct ValueStyle: Sendable, Hashable, Codable {
    /// Whether text is written as it was given, even if the form has a format for it.
    public var isVerbatim: Bool
    /// The font size in points; the value is smaller if it does not fit.
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
