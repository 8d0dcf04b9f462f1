package import Foundation

/// The format of dates in responses.
package enum DateFormat: String, Sendable, Hashable, Codable, CaseIterable {
    /// The number of seconds since 2001-01-01T00:00:00Z, the default of `JSONDecoder`.
    case seconds
    /// ISO 8601 text in UTC without fractions, such as `2025-12-31T09:30:00Z`.
    case iso

    /// An encoder for responses; equal values give equal bytes.
    package var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        switch self {
        case .seconds: encoder.dateEncodingStrategy = .deferredToDate
        case .iso: encoder.dateEncodingStrategy = .iso8601
        }
        return encoder
    }

    /// A decoder for the output of ``encoder``.
    package var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        switch self {
        case .seconds: decoder.dateDecodingStrategy = .deferredToDate
        case .iso: decoder.dateDecodingStrategy = .iso8601
        }
        return decoder
    }
}
