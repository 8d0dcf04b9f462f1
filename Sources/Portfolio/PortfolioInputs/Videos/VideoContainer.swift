import Foundation

/// The supported video containers.
enum VideoContainer: Hashable, Sendable {
    case mp4, quickTime, webM

    /// Detects a container from the first bytes of a file.
    init?(head: Data) {
        let head = [UInt8](head)
        let name = String(decoding: head.dropFirst(4).prefix(4), as: UTF8.self)
        if name == "ftyp" {
            let brand = String(decoding: head.dropFirst(8).prefix(4), as: UTF8.self)
            // Excludes audio files, and camera pictures in the same container.
            guard !["M4A ", "M4B ", "M4P ", "F4A ", "F4B ", "crx "].contains(brand) else { return nil }
            self = brand == "qt  " ? .quickTime : .mp4
        } else if ["moov", "mdat", "wide"].contains(name) {
            self = .quickTime
        } else if head.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) {
            // The document type (element 0x4282) is in the head of every Matroska file.
            guard head.prefix(64).firstRange(of: [0x42, 0x82, 0x84] + Array("webm".utf8)) != nil else { return nil }
            self = .webM
        } else {
            return nil
        }
    }

    /// The media type.
    var mediaType: String {
        switch self {
        case .mp4: "video/mp4"
        case .quickTime: "video/quicktime"
        case .webM: "video/webm"
        }
    }

    /// The name of the only FFmpeg demuxer that may read the file.
    var reader: String {
        switch self {
        case .mp4, .quickTime: "mov"
        case .webM: "matroska"
        }
    }

    /// Returns whether the file is truncated, by its top-level boxes or elements.
    ///
    /// - Parameters:
    ///   - byteCount: The size of the file.
    ///   - read: Returns the bytes in a range of offsets.
    /// - Returns: Whether data is missing at the end.
    /// - Throws: Errors of `read`.
    func isCutShort(byteCount: Int64, read: (Range<Int64>) throws -> Data) rethrows -> Bool {
        var place: Int64 = 0
        func bytes(_ count: Int64) throws -> [UInt8] {
            [UInt8](try read(place..<min(place + count, byteCount)))
        }
        func number(_ bytes: some Sequence<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
        // Each box has at least eight bytes, and real files do not have thousands of boxes.
        for _ in 0..<10_000 where place < byteCount {
            let head = try bytes(16)
            guard head.count >= 8 else { return true }
            let (start, length): (Int, UInt64)
            if self == .webM {
                guard let size = Self.elementSize(head) else { return true }
                (start, length) = size
                // A size with all bits set means a stream of unknown length.
                if length == .max { return false }
            } else {
                let short = number(head.prefix(4))
                if short == 0 { return false }
                if short == 1 {
                    guard head.count == 16 else { return true }
                    (start, length) = (0, number(head[8..<16]))
                } else {
                    (start, length) = (0, short)
                }
                guard length >= 8 else { return true }
            }
            guard length <= UInt64(byteCount - place), UInt64(start) + length <= UInt64(byteCount - place) else {
                return true
            }
            place += Int64(start) + Int64(length)
        }
        return false
    }

    /// Returns the header length and the size of an element (RFC 8794).
    private static func elementSize(_ head: [UInt8]) -> (start: Int, size: UInt64)? {
        let name = head[0].leadingZeroBitCount + 1
        guard name <= 4, head.count > name, head[name] != 0 else { return nil }
        let width = head[name].leadingZeroBitCount + 1
        guard head.count >= name + width else { return nil }
        let mask = UInt64(1) << (7 * UInt64(width)) - 1
        let value = head[name..<name + width].reduce(UInt64(0)) { $0 << 8 | UInt64($1) } & mask
        return (name + width, value == mask ? .max : value)
    }
}
