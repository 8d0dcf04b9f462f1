public import FailureModel

// Failures of artworks.
extension ErrorCode {
    /// A picture ends early or contradicts itself.
    public static let damagedPicture = ErrorCode("damaged_picture")
    /// A picture moves, or its file holds many pictures.
    public static let animatedPicture = ErrorCode("animated_picture")
}

extension ErrorRow {
    /// The codes of artworks.
    public static let artworks: [ErrorRow] = [
        ErrorRow(
            .damagedPicture, exit: 193, http: 422, "A picture is truncated or damaged.",
            "Copy it from the camera again, or open it in another program and save a new copy."),
        ErrorRow(
            .animatedPicture, exit: 194, http: 422, "A picture moves, or its file holds many pictures.",
            "Save one of them as a picture of its own."),
    ]
}
