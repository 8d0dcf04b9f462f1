/// Options for AcroForm fields to add.
public struct FillableOptions: Sendable, Hashable {
    /// The kind of field for signatures.
    public var signatures: Signatures
    /// Maximum font size in points.
    public var fontSize: Double

    /// Creates options.
    public init(signatures: Signatures = .field, fontSize: Double = 10) {
        self.signatures = signatures
        self.fontSize = fontSize
    }

    /// The kind of field for signatures.
    public enum Signatures: String, Sendable, Hashable, CaseIterable {
        /// A field for a digital signature, where Formwright can also write a name or picture.
        case field
        /// A text field, which any program can fill.
        case text
    }
}
