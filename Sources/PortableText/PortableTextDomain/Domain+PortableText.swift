public import LocalStore

extension Domain {
    /// Documents of Portable Text.
    public static let portableText = Domain(kinds: [PortableTextKind()])
}
