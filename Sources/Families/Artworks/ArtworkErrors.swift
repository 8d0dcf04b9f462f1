public import FailureModel

// Failures of artworks.
extension ErrorCode {
    /// The code `damaged_picture`.
    public static let damagedPicture = ErrorCode(
        "damaged_picture", exit: 193, http: 422, "A picture is truncated or damaged.",
        "Copy it from the camera again, or open it in another program and save a new copy.")
    /// The code `animated_picture`.
    public static let animatedPicture = ErrorCode(
        "animated_picture", exit: 194, http: 422, "The picture is animated or has several frames.",
        "Save one of them as a separate picture.")
}

extension ErrorRow {
    /// The codes of artworks.
    public static let artworks = rows(
        .damagedPicture, .animatedPicture)
}
