import Foundation

extension JSONDecoder {
    /// A decoder for rows with timestamps such as `2026-01-31T09:30:00.123456+00:00`.
    static var rows: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
            let value = try decoder.singleValueContainer()
            let text = try value.decode(String.self)
            let styles = [
                Date.ISO8601FormatStyle(includingFractionalSeconds: true), Date.ISO8601FormatStyle(),
            ]
            // The style reads three places of a second.
            let short = text.replacing(/(\.\d{3})\d*/) { $0.output.1 }
            for style in styles {
                if let date = try? Date(short, strategy: style) { return date }
            }
            throw DecodingError.dataCorruptedError(in: value, debugDescription: "The text is not a timestamp.")
        }
        return decoder
    }
}
