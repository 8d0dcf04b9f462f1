package import FailureModel

// What can be wrong with families, for those who manage them.
extension ErrorCode {
    /// There is no family with that name or ID.
    package static let familyUnknown = ErrorCode("family_unknown")
    /// Several families have that name.
    package static let familyAmbiguous = ErrorCode("family_ambiguous")
    /// The family cannot be deleted while it has artworks.
    package static let familyHasArtworks = ErrorCode("family_has_artworks")
    /// A rule of families does not allow it.
    package static let familyRefused = ErrorCode("family_refused")
}

extension ErrorRow {
    /// The codes of families.
    package static let families: [ErrorRow] = [
        ErrorRow(
            .familyUnknown, exit: 196, http: 404, "There is no family with that name or ID.",
            "`formwright families list` lists all families."),
        ErrorRow(
            .familyAmbiguous, exit: 197, http: 409, "Several families have that name.",
            "Give the ID, as `formwright families list --ids` shows it."),
        ErrorRow(
            .familyHasArtworks, exit: 198, http: 409, "The family cannot be deleted while it has artworks.",
            "Delete them with the family (`--with-artworks`)."),
        ErrorRow(
            .familyRefused, exit: 199, http: 422, "A rule of families does not allow it; the message says which.",
            "Change what the message names ([families](storytelling.md))."),
    ]
}
