public import LocalStore

extension Domain {
    /// The domain of Portable Text.
    public static let portableText = Domain(kinds: [PortableTextKind()])
}
