public import FailureModel

// The errors of packs of templates.
extension ErrorCode {
    /// The code `invalid_template_pack`.
    public static let invalidTemplatePack = ErrorCode(
        "invalid_template_pack", exit: 233, http: 422,
        "The folder or ZIP file is not a pack of templates, or was changed after it was written.",
        "Get the pack again, or write it again with `formwright templates pack`.")
    /// The code `pack_not_trusted`.
    public static let packNotTrusted = ErrorCode(
        "pack_not_trusted", exit: 234, http: 403,
        "The pack of templates is not signed with a key that the administrator trusts.",
        "Ask for a signed pack, or add the key to `packs: trusted:`; see [packs](template-packs.md#signatures).")
    /// The code `invalid_signing_key`.
    public static let invalidSigningKey = ErrorCode(
        "invalid_signing_key", exit: 6, http: 422,
        "The file is not a private key for Ed25519 in PEM without a password.",
        "Make one with `openssl genpkey -algorithm ed25519`.")
}

extension ErrorRow {
    /// The codes of packs of templates.
    public static let templatePacks = rows(.invalidTemplatePack, .packNotTrusted, .invalidSigningKey)
}
