extension Field {
    /// The confidence below which a person should check a detected field.
    ///
    /// Of the fields on forms of unseen issuers, at most a tenth are below it. The page's `describe.mjs` has the same
    /// value.
    public static let certainConfidence = 0.65

    /// Whether a person should check the field.
    public var isDoubtful: Bool { confidence < Self.certainConfidence }
}
