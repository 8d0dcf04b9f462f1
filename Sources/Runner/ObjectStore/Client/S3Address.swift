import Foundation

/// The URLs of a bucket, encoded as libcurl's signature needs them.
struct S3Address: Sendable {
    private let base: String

    init(_ settings: ObjectStoreSettings) {
        let endpoint = settings.endpoint ?? "https://s3.\(settings.region).amazonaws.com"
        if settings.pathStyle {
            base = endpoint + "/" + settings.bucket
        } else {
            let place = endpoint.range(of: "://")?.upperBound ?? endpoint.startIndex
            base = endpoint[..<place] + settings.bucket + "." + endpoint[place...]
        }
    }

    /// Returns the URL of a key, or of the bucket without one.
    ///
    /// The query is sorted by name, and every name has a value: libcurl signs what it is given as it stands.
    func url(_ key: String = "", _ query: [String: String] = [:]) -> String {
        let path = key.isEmpty ? (query.isEmpty ? "" : "/") : "/" + Self.encoded(key, sparing: "/")
        if query.isEmpty { return base + path }
        let fields = query.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            .map { Self.encoded($0.key) + "=" + Self.encoded($0.value) }
        return base + path + "?" + fields.joined(separator: "&")
    }

    /// Returns a text encoded for a URL.
    ///
    /// All bytes but letters, digits and `-_.~` become `%XX`, in upper case.
    static func encoded(_ text: String, sparing spared: Character? = nil) -> String {
        var result: [UInt8] = []
        result.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."),
                UInt8(ascii: "~"):
                result.append(byte)
            case spared?.asciiValue: result.append(byte)
            default: result += [UInt8(ascii: "%"), digit(byte >> 4), digit(byte & 15)]
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }
}
