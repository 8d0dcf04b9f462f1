import FormModel

/// A small blank area enclosed by print, in points on the straightened page.
struct EnclosedRegion: Sendable, Hashable {
    /// The bounding box of the blank pixels.
    var region: Region
    /// The blank share of the bounding box.
    ///
    /// It is near 1 for a rectangle, and 0.78 for a circle.
    var fill: Double
}
