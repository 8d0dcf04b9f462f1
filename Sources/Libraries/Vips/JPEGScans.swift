import Foundation

/// Counts the scans of a JPEG (ITU-T T.81, annex B).
///
/// Each may change every pixel, although it takes only a few bytes.
enum JPEGScans {
    /// The maximum number of scans; programs write about ten.
    private static let mostScans = 100
    /// The maximum number of pixels in all scans, 25 times the largest picture.
    private static let mostPixels = 2_500_000_000

    /// Checks a file; a damaged one may pass, because decoding it stops there.
    ///
    /// - Throws: ``VipsError/damaged`` for too many scans.
    static func check(_ bytes: UnsafeRawBufferPointer, width: Int, height: Int) throws(VipsError) {
        let most = min(mostScans, max(1, mostPixels / max(1, width * height)))
        guard count(bytes, atMost: most + 1) <= most else { throw .damaged }
    }

    /// Returns the number of scans up to a limit.
    ///
    /// A non-progressive picture with all components in the first scan has no other.
    static func count(_ bytes: UnsafeRawBufferPointer, atMost limit: Int) -> Int {
        var place = 2
        var scans = 0
        var components = 0
        while scans < limit, let marker = marker(bytes, &place) {
            switch marker {
            case 0xD9: return scans
            case 0x01, 0xD0...0xD8: continue
            default: break
            }
            guard place + 2 <= bytes.count else { return scans }
            let length = Int(bytes[place]) << 8 | Int(bytes[place + 1])
            switch marker {
            case 0xC0, 0xC1: components = place + 7 < bytes.count ? Int(bytes[place + 7]) : 0
            case 0xDA:
                scans += 1
                if components > 0, place + 2 < bytes.count, Int(bytes[place + 2]) == components { return scans }
            default: break
            }
            place += max(2, length)
        }
        return scans
    }

    /// Returns the next marker, and moves past it.
    ///
    /// Other bytes, such as those of a scan, are skipped.
    private static func marker(_ bytes: UnsafeRawBufferPointer, _ place: inout Int) -> UInt8? {
        guard let start = bytes.baseAddress else { return nil }
        while place + 1 < bytes.count {
            guard let found = memchr(start + place, 0xFF, bytes.count - place - 1) else { return nil }
            place = start.distance(to: UnsafeRawPointer(found))
            let marker = bytes[place + 1]
            // A 0xFF may be repeated before a marker. A following 0 means that it is not a marker.
            place += marker == 0xFF ? 1 : 2
            if marker != 0, marker != 0xFF { return marker }
        }
        return nil
    }
}
