import Foundation

extension JSONDecoder {
    /// A decoder for both of the service's date formats: seconds since 2001 and ISO 8601.
    static var trading: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
            let value = try decoder.singleValueContainer()
            if let seconds = try? value.decode(Double.self) { return Date(timeIntervalSinceReferenceDate: seconds) }
            let text = try value.decode(String.self)
            if let date = try? Date(text, strategy: .iso8601) { return date }
            // A day without a time.
            guard let date = try? Date(text + "T00:00:00Z", strategy: .iso8601) else {
                throw DecodingError.dataCorruptedError(in: value, debugDescription: "The text is not a date.")
            }
            return date
        }
        return decoder
    }
}
