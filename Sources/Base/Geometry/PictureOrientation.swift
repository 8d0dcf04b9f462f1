/// EXIF's orientation tag: the transformation that makes a stored picture upright.
package enum PictureOrientation: Int, Hashable, Sendable {
    case upright = 1
    case mirrored = 2
    case turned180 = 3
    case mirroredTurned180 = 4
    case mirroredTurned270 = 5
    case turned90 = 6
    case mirroredTurned90 = 7
    case turned270 = 8

    /// Whether width and height are swapped.
    package var swapsSides: Bool { rawValue >= 5 }
}
