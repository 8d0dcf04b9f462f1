/// The failure of reading or drawing an SVG.
package enum RsvgError: Error, Hashable, Sendable {
    /// librsvg is not installed.
    case libraryMissing
    /// The file is not well-formed, or not an SVG.
    case damaged
    /// The file exceeds the limits of librsvg, for example with too many elements.
    case tooComplex
    /// There is not enough memory.
    case outOfMemory
}
