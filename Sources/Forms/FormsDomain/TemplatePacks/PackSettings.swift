package import FailureModel
package import LibCrypto
package import Pipeline

/// The section `packs` of `pipeline.yaml`.
///
/// ```yaml
/// packs:
///   trusted:        # only packs of templates that are signed with one of these keys are imported
///     legal-aid: MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=
/// ```
package struct PackSettings: SettingsSection, Hashable {
    /// The key of the section.
    package static let section = "packs"

    private static let mostKeys = 100
    private static let longestName = 100

    /// The trusted keys by name; nil if packs need no signature.
    package var trusted: [String: Ed25519PublicKey]?

    /// Reads the section and reports mistakes to the node.
    package init(reading node: SettingsNode?) {
        guard let node, let list = node.mapping(known: ["trusted"])["trusted"] else { return }
        var keys: [String: Ed25519PublicKey] = [:]
        let entries = list.entries()
        for (name, value) in entries {
            guard let name = name.text(longest: Self.longestName), let text = value.text(longest: 100) else { continue }
            guard let key = Ed25519PublicKey(text: text) else {
                value.report(
                    "“\(value.path)” must be a public key for Ed25519: the line of `openssl pkey -pubout` between "
                        + "its first and its last one.")
                continue
            }
            keys[name] = key
        }
        if entries.isEmpty || entries.count > Self.mostKeys {
            list.report("“\(list.path)” must have 1 to \(Self.mostKeys) keys.")
        }
        trusted = keys
    }

    /// Checks that a pack may be imported.
    ///
    /// - Returns: the name of the key that it is signed with; nil if no keys are named.
    /// - Throws: `Failure`: `pack_not_trusted`.
    package func signer(of pack: TemplatePack) throws(Failure) -> String? {
        guard let trusted else { return nil }
        let signers = trusted.filter { pack.isSigned(with: $0.value) }.keys
        guard let name = signers.min() else {
            throw Failure(
                .packNotTrusted,
                pack.isSigned
                    ? "The signature of the pack is not valid for any trusted key." : "The pack is not signed.")
        }
        return name
    }
}
