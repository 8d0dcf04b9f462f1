/// Why a drawing could not be read or drawn.
package enum RsvgError: Error, Hashable, Sendable {
    /// librsvg is not installed.
    case libraryMissing
    /// The file is not well-formed, or is no SVG.
    case damaged
    /// The file goes beyond what librsvg draws, such as too many elements.
    case tooComplex
    /// There is not enough memory.
    case outOfMemory
}
