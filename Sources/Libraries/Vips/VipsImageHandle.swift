import CVips
import Foundation

/// An image of libvips, with pixels computed on demand.
///
/// Not thread-safe. The sources of an image must live as long as the image.
final class VipsImageHandle {
    let pointer: UnsafeMutablePointer<VipsImage>

    /// Loads, starts and confines libvips once.
    private static let isAvailable = formwright_vips_start() == 0

    /// Prepares the library for the first image.
    static func prepare() throws(VipsError) {
        guard isAvailable else { throw .libraryMissing }
    }

    /// Calls a function that creates an image, and takes ownership of it.
    init(_ make: (UnsafeMutablePointer<UnsafeMutablePointer<VipsImage>?>) -> Int32) throws(VipsError) {
        var made: UnsafeMutablePointer<VipsImage>?
        guard make(&made) == 0, let made else { throw Self.failure() }
        pointer = made
    }

    deinit { g_object_unref(pointer) }

    /// Returns the last failure, without its message, which can quote the file.
    static func failure() -> VipsError {
        defer { formwright_vips_error_clear() }
        let message = formwright_vips_error_buffer().map { String(cString: $0).lowercased() } ?? ""
        return ["out of memory", "insufficient memory", "unable to allocate"].contains(where: message.contains)
            ? .outOfMemory : .damaged
    }

    // MARK: Header

    var width: Int { Int(formwright_vips_image_get_width(pointer)) }
    var height: Int { Int(formwright_vips_image_get_height(pointer)) }
    var bands: Int { Int(formwright_vips_image_get_bands(pointer)) }
    var format: VipsBandFormat { formwright_vips_image_get_format(pointer) }
    var interpretation: VipsInterpretation { formwright_vips_image_get_interpretation(pointer) }
    var isUncoded: Bool { formwright_vips_image_get_coding(pointer) == VIPS_CODING_NONE }
    var orientation: Int { Int(formwright_vips_image_get_orientation(pointer)) }

    /// The number of pictures in the file.
    ///
    /// libvips' own function returns 1 from 10,000 on.
    var pages: Int { number("n-pages") ?? 1 }

    func has(_ name: String) -> Bool { formwright_vips_image_get_typeof(pointer, name) != 0 }

    func number(_ name: String) -> Int? {
        var found: Int32 = 0
        guard has(name), formwright_vips_image_get_int(pointer, name, &found) == 0 else { return nil }
        return Int(found)
    }

    func text(_ name: String) -> String? {
        guard has(name) else { return nil }
        var found: UnsafePointer<CChar>?
        guard formwright_vips_image_get_string(pointer, name, &found) == 0, let found else {
            formwright_vips_error_clear()
            return nil
        }
        return String(cString: found)
    }

    /// Returns the bytes of a field, if there are at most `limit`.
    func blob(_ name: String, limit: Int) -> Data? {
        var found: UnsafeRawPointer?
        var count = 0
        guard has(name), formwright_vips_image_get_blob(pointer, name, &found, &count) == 0, let found else {
            formwright_vips_error_clear()
            return nil
        }
        return count <= limit ? Data(bytes: found, count: count) : nil
    }

    // MARK: Operations

    /// Returns a resized copy (`vips_resize`, Lanczos).
    func resized(width: Int, height: Int) throws(VipsError) -> VipsImageHandle {
        let (across, down) = (Double(width) / Double(self.width), Double(height) / Double(self.height))
        return try VipsImageHandle { formwright_vips_resize(pointer, $0, across, down) }
    }

    func premultiplied(_ most: Double) throws(VipsError) -> VipsImageHandle {
        try VipsImageHandle { formwright_vips_premultiply(pointer, $0, most) }
    }

    func unpremultiplied(_ most: Double) throws(VipsError) -> VipsImageHandle {
        try VipsImageHandle { formwright_vips_unpremultiply(pointer, $0, most) }
    }

    /// Returns a copy with another sample format.
    ///
    /// Shifting keeps the highest bits instead of clipping.
    func cast(_ format: VipsBandFormat, shifting: Bool = false) throws(VipsError) -> VipsImageHandle {
        try VipsImageHandle { formwright_vips_cast(pointer, $0, format, shifting ? 1 : 0) }
    }

    func bands(from first: Int, count: Int) throws(VipsError) -> VipsImageHandle {
        try VipsImageHandle { formwright_vips_extract_band(pointer, $0, Int32(first), Int32(count)) }
    }

    func joined(with other: VipsImageHandle) throws(VipsError) -> VipsImageHandle {
        try VipsImageHandle { formwright_vips_bandjoin2(pointer, other.pointer, $0) }
    }

    /// Returns the colours in sRGB by the embedded profile, or by `fallback`.
    ///
    /// The fallback is used if the profile is missing or does not fit the picture. The intent is relative colorimetric,
    /// with black point compensation.
    func profiled(fallback: String) throws(VipsError) -> VipsImageHandle {
        try VipsImageHandle { formwright_vips_icc_transform(pointer, $0, "srgb", fallback) }
    }

    /// Returns the colours in another space, based on the declared one (`vips_colourspace`).
    func converted(to space: VipsInterpretation) throws(VipsError) -> VipsImageHandle {
        try VipsImageHandle { formwright_vips_colourspace(pointer, $0, space) }
    }

    /// Returns the same samples reinterpreted in another space.
    func interpreted(as space: VipsInterpretation) throws(VipsError) -> VipsImageHandle {
        try VipsImageHandle { formwright_vips_interpret(pointer, $0, space) }
    }

    /// Returns a copy on white without the last band, which is alpha.
    func flattened() throws(VipsError) -> VipsImageHandle {
        try VipsImageHandle { formwright_vips_flatten_on_white(pointer, $0) }
    }

    /// Returns a copy rotated and mirrored upright, for pixels in memory.
    func turnedUpright() throws(VipsError) -> VipsImageHandle {
        try VipsImageHandle { formwright_vips_autorot(pointer, $0) }
    }

    /// Returns a copy with its pixels in memory.
    func inMemory() throws(VipsError) -> VipsImageHandle {
        try VipsImageHandle {
            $0.pointee = formwright_vips_image_copy_memory(pointer)
            return $0.pointee == nil ? -1 : 0
        }
    }

    /// Returns the minimum sample.
    func least() throws(VipsError) -> Double {
        var least = 0.0
        guard formwright_vips_min(pointer, &least) == 0 else { throw Self.failure() }
        return least
    }
}
