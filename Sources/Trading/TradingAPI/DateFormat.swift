package import Foundation

/// How dates are written in answers.
package enum DateFormat: String, Sendable, Hashable, Codable, CaseIterable {
    /// As the number of seconds since 2001-01-01T00:00:00Z, which a `JSONDecoder` without settings reads.
    case seconds
    /// As text in ISO 8601, in UTC and without fractions: `2025-12-31T09:30:00Z`.
    case iso

    /// An encoder for answers; equal values give equal bytes.
    package var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        switch self {
        case .seconds: encoder.dateEncodingStrategy = .deferredToDate
        case .iso: encoder.dateEncodingStrategy = .iso8601
        }
        return encoder
    }

    /// A decoder for what ``encoder`` writes.
    package var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        switch self {
        case .seconds: decoder.dateDecodingStrategy = .deferredToDate
        case .iso: decoder.dateDecodingStrategy = .iso8601
        }
        return decoder
    }
}
