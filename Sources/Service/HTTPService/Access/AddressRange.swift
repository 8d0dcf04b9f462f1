import Foundation

/// A range of network addresses, such as `10.0.0.0/8`, or a single address.
///
/// An IPv4 address in IPv6 form (`::ffff:10.0.0.1`), as sockets for both report it, is the IPv4 address.
package struct AddressRange: Sendable, Hashable {
    /// The bytes of the first address: 4 or 16.
    private let first: [UInt8]
    /// The number of bits that all addresses of the range share.
    private let length: Int

    /// Parses a range; nil if malformed, or if it has all addresses.
    ///
    /// Bits after the prefix must be zero: `10.1.0.0/8` is more often a slip than meant.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let written = Self.bytes(String(parts[0])) else { return nil }
        var bits = written.count * 8
        if parts.count == 2 {
            guard let number = Int(parts[1]), "\(number)" == parts[1], (1...bits).contains(number) else { return nil }
            bits = number
        }
        let isMapped = Self.isMapped(written) && bits > 96
        first = isMapped ? Array(written[12...]) : written
        length = isMapped ? bits - 96 : bits
        guard Self.masked(first, length) == first else { return nil }
    }

    /// Returns whether an address is in the range; false for other texts.
    package func contains(_ address: String) -> Bool {
        Self.bytes(address).map { contains($0) } ?? false
    }

    /// Returns whether an address of 4 or 16 bytes is in the range.
    package func contains(_ written: [UInt8]) -> Bool {
        let bytes = Self.isMapped(written) ? Array(written[12...]) : written
        return bytes.count == first.count && Self.masked(bytes, length) == first
    }

    /// Returns the bytes of an IPv4 or IPv6 address; nil if malformed.
    private static func bytes(_ text: String) -> [UInt8]? {
        guard !text.utf8.contains(0) else { return nil }
        for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
            var bytes = [UInt8](repeating: 0, count: count)
            if inet_pton(family, text, &bytes) == 1 { return bytes }
        }
        return nil
    }

    private static func isMapped(_ bytes: [UInt8]) -> Bool {
        bytes.count == 16 && bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
    }

    /// Returns an address with zeros after the prefix.
    private static func masked(_ bytes: [UInt8], _ length: Int) -> [UInt8] {
        bytes.enumerated().map { index, byte in
            let kept = min(8, max(0, length - index * 8))
            return kept == 0 ? 0 : byte & (0xFF << UInt8(8 - kept))
        }
    }
}
