package import FailureModel

// What can be wrong with families, for those who manage them and for what is dropped for them.
extension ErrorCode {
    /// There is no family with that name or ID.
    package static let familyUnknown = ErrorCode("family_unknown")
    /// Several families have that name.
    package static let familyAmbiguous = ErrorCode("family_ambiguous")
    /// The family cannot be deleted while it has artworks.
    package static let familyHasArtworks = ErrorCode("family_has_artworks")
    /// A rule of families does not allow it.
    package static let familyRefused = ErrorCode("family_refused")
    /// No child of the family is meant, or several could be.
    package static let childUnknown = ErrorCode("child_unknown")
    /// The artwork of a story was deleted.
    package static let pictureMissing = ErrorCode("picture_missing")
    /// Nothing says when an artwork was made.
    package static let dateMissing = ErrorCode("date_missing")
    /// A story is shorter than 20 characters.
    package static let storyTooShort = ErrorCode("story_too_short")
    /// A story is longer than 10,000 characters.
    package static let storyTooLong = ErrorCode("story_too_long")
    /// A file with a story has a mistake.
    package static let malformedStory = ErrorCode("malformed_story")
}

extension ErrorRow {
    /// The codes of families and of what is dropped for them.
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
            "Change what the message names ([families](../serve/storytelling.md))."),
        ErrorRow(
            .childUnknown, exit: 200, http: 422, "It is not clear which child of the family is meant.",
            "Give the name or the ID of a child of the family as child."),
        ErrorRow(
            .dateMissing, exit: 201, http: 422, "Nothing says when the artwork was made.",
            "Add the date to the file with the story, such as date: 2026-01-31."),
        ErrorRow(
            .storyTooShort, exit: 202, http: 422, "A story is shorter than 20 characters.",
            "Write a little more."),
        ErrorRow(
            .storyTooLong, exit: 203, http: 422, "A story is longer than 10,000 characters.",
            "Shorten it, or tell it in two artworks."),
        ErrorRow(
            .malformedStory, exit: 204, http: 422, "A file with a story has a mistake.",
            "Correct the lines that the messages name."),
        ErrorRow(
            .pictureMissing, exit: 205, http: 409, "The artwork that a story or a photo belongs to was deleted.",
            "Bring it back, or drop its picture again."),
    ]
}
