package import FailureModel

// Failures of managing families, and of files dropped for them.
extension ErrorCode {
    /// The code `family_unknown`.
    package static let familyUnknown = ErrorCode(
        "family_unknown", exit: 196, http: 404, "There is no family with that name or ID.",
        "`formwright families list` lists all families.")
    /// The code `family_ambiguous`.
    package static let familyAmbiguous = ErrorCode(
        "family_ambiguous", exit: 197, http: 409, "Several families have that name.",
        "Give the ID, as `formwright families list --ids` shows it.")
    /// The code `family_has_artworks`.
    package static let familyHasArtworks = ErrorCode(
        "family_has_artworks", exit: 198, http: 409, "The family cannot be deleted while it has artworks.",
        "Delete them with the family (`--with-artworks`).")
    /// The code `family_refused`.
    package static let familyRefused = ErrorCode(
        "family_refused", exit: 199, http: 422, "A rule of families does not allow it; the message says which.",
        "Change what the message names ([families](../serve/storytelling.md)).")
    /// The code `child_unknown`.
    package static let childUnknown = ErrorCode(
        "child_unknown", exit: 200, http: 422, "It is not clear which child of the family is meant.",
        "Give the name or the ID of a child of the family as child.")
    /// The code `picture_missing`.
    package static let pictureMissing = ErrorCode(
        "picture_missing", exit: 205, http: 409, "The artwork that a story or a photo belongs to was deleted.",
        "Bring it back, or drop its picture again.")
    /// The code `date_missing`.
    package static let dateMissing = ErrorCode(
        "date_missing", exit: 201, http: 422, "Nothing says when the artwork was made.",
        "Add the date to the file with the story, such as date: 2026-01-31.")
    /// The code `story_too_short`.
    package static let storyTooShort = ErrorCode(
        "story_too_short", exit: 202, http: 422, "A story is shorter than 20 characters.", "Write a little more.")
    /// The code `story_too_long`.
    package static let storyTooLong = ErrorCode(
        "story_too_long", exit: 203, http: 422, "A story is longer than 10,000 characters.",
        "Shorten it, or tell it in two artworks.")
    /// The code `malformed_story`.
    package static let malformedStory = ErrorCode(
        "malformed_story", exit: 204, http: 422, "A story file has an error.",
        "Correct the lines that the messages name.")
}

extension ErrorRow {
    /// The codes of families and of files dropped for them.
    package static let families = rows(
        .familyUnknown, .familyAmbiguous, .familyHasArtworks, .familyRefused, .childUnknown, .dateMissing,
        .storyTooShort, .storyTooLong, .malformedStory, .pictureMissing)
}
