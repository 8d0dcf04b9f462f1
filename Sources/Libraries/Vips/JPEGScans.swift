import Foundation

/// Counts the scans of a JPEG (ITU-T T.81, annex B), each of which may change every pixel, though it has only a few bytes.
enum JPEGScans {
    /// The scans of a picture: programs make some ten.
    private static let mostScans = 100
    /// The pixels of all scans together, as many as 25 scans of the largest picture have.
    private static let mostPixels = 2_500_000_000

    /// Checks a file; one that is damaged may pass, since decoding it ends there.
    ///
    /// - Throws: ``VipsError/damaged`` for scans without number.
    static func check(_ bytes: UnsafeRawBufferPointer, width: Int, height: Int) throws(VipsError) {
        let most = min(mostScans, max(1, mostPixels / max(1, width * height)))
        guard count(bytes, atMost: most + 1) <= most else { throw .damaged }
    }

    /// The number of scans; counting ends at a limit.
    ///
    /// A picture that is not progressive and whose first scan has all its components has no other.
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

    /// The next marker, from a place on, which moves behind it; bytes that are no markers, such as those of a scan, are
    /// skipped.
    private static func marker(_ bytes: UnsafeRawBufferPointer, _ place: inout Int) -> UInt8? {
        guard let start = bytes.baseAddress else { return nil }
        while place + 1 < bytes.count {
            guard let found = memchr(start + place, 0xFF, bytes.count - place - 1) else { return nil }
            place = start.distance(to: UnsafeRawPointer(found))
            let marker = bytes[place + 1]
            // A 0xFF may be repeated before a marker; a 0 behind it says that it is none.
            place += marker == 0xFF ? 1 : 2
            if marker != 0, marker != 0xFF { return marker }
        }
        return nil
    }
}
