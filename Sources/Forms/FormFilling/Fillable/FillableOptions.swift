/// How AcroForm fields are made.
public struct FillableOptions: Sendable, Hashable {
    /// What a signature becomes.
    public var signatures: Signatures
    /// The largest size of text, in points.
    public var fontSize: Double

    /// Creates options; what is left out has its default.
    public init(signatures: Signatures = .field, fontSize: Double = 10) {
        self.signatures = signatures
        self.fontSize = fontSize
    }

    /// What a signature becomes.
    public enum Signatures: String, Sendable, Hashable, CaseIterable {
        /// A field for a digital signature, into which Formwright also writes a name or a picture.
        case field
        /// A field for text, which any program can fill.
        case text
    }
}
