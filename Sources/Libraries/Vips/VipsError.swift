/// Why a picture could not be read or written.
package enum VipsError: Error, Hashable, Sendable {
    /// libvips is not installed.
    case libraryMissing
    /// The first bytes are those of no type that is read.
    case unknownType
    /// The file is not damaged, but has samples that are not read, such as fractions or more than four colours.
    case unsupported
    /// The file ends early or contradicts itself.
    case damaged
    /// The picture has more pixels than ``PictureLimits`` allow.
    case tooLarge(width: Int, height: Int)
    /// The picture moves: it has this number of frames.
    case animated(frames: Int)
    /// The file has more pictures than ``PictureLimits`` allow.
    case tooManyPages(Int)
    /// There is not enough memory.
    case outOfMemory
}
