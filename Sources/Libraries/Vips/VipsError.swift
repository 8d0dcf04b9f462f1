/// The failure of reading or writing a picture.
package enum VipsError: Error, Hashable, Sendable {
    /// libvips is not installed.
    case libraryMissing
    /// The first bytes match no supported type.
    case unknownType
    /// The file is intact, but has unsupported samples.
    ///
    /// Examples are fractions and more than four colours.
    case unsupported
    /// The file is truncated or inconsistent.
    case damaged
    /// The picture has more pixels than ``PictureLimits`` allows.
    case tooLarge(width: Int, height: Int)
    /// The picture is animated, with a number of frames.
    case animated(frames: Int)
    /// The file has more pictures than ``PictureLimits`` allows.
    case tooManyPages(Int)
    /// There is not enough memory.
    case outOfMemory
}
