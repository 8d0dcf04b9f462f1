package import FailureModel
import Foundation
package import Pipeline

/// The place of the artefacts in an object store.
///
/// ```yaml
/// artefacts: s3://forms-bucket/prefix
/// artefacts:
///   url: s3://forms-bucket/prefix
///   endpoint: https://storage.example     # by default that of AWS
///   region: eu-central-1                  # us-east-1 by default
///   pathStyle: true                       # by default with an endpoint of one's own
///   caFile: /etc/forms/storage-ca.pem     # by default the certificates of the system
///   credentialsFile: /etc/forms/storage   # by default the environment
///   profile: forms                        # default by default
///   cache: 4GiB                           # of the local cache; 1GiB by default
/// ```
package struct ObjectStoreSettings: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The key of the section.
    package static let section = "artefacts"

    /// The name of the bucket.
    package var bucket: String
    /// The beginning of all keys, without slashes at its ends; empty for the whole bucket.
    package var prefix: String
    /// The server, such as `https://storage.example:8443`; `nil` for that of AWS.
    package var endpoint: String?
    /// The region, which the signature names.
    package var region: String
    /// Whether the bucket is in the path of a URL instead of the server's name.
    package var pathStyle: Bool
    /// The certificates to trust, as a PEM file; `nil` for those of the system.
    package var caFile: String?
    /// The file of credentials in the format of AWS's tools; `nil` for the environment.
    package var credentialsFile: String?
    /// The section of the file of credentials.
    package var profile: String
    /// The maximum size of the local cache.
    package var cacheLimit: ByteCount

    /// Creates settings from a URL such as `s3://bucket/prefix`.
    ///
    /// - Throws: `malformed_settings`.
    package init(
        url: String, endpoint: String? = nil, region: String? = nil, pathStyle: Bool? = nil, caFile: String? = nil,
        credentialsFile: String? = nil, profile: String? = nil, cacheLimit: ByteCount? = nil
    ) throws(Failure) {
        guard let (bucket, prefix) = Self.parts(of: url) else {
            throw Failure(.malformedSettings, "The artefacts' URL must be like s3://bucket/prefix.")
        }
        if let endpoint, !Self.isEndpoint(endpoint) {
            throw Failure(
                .malformedSettings, "The endpoint must be like https://storage.example, without a path or a user.")
        }
        let region = region ?? "us-east-1"
        guard Self.isName(region, 1...64) else {
            throw Failure(.malformedSettings, "The region must be a name such as eu-central-1.")
        }
        self.bucket = bucket
        self.prefix = prefix
        self.endpoint = endpoint.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
        self.region = region
        self.pathStyle = pathStyle ?? (endpoint != nil)
        self.caFile = caFile
        self.credentialsFile = credentialsFile
        self.profile = profile ?? "default"
        self.cacheLimit = cacheLimit ?? .mebibytes(1024)
    }

    /// Reads the section, a URL or a mapping; mistakes are reported to the node.
    package init?(reading node: SettingsNode) {
        var keys = ["url": node]
        if node.isMapping {
            keys = node.mapping(known: [
                "url", "endpoint", "region", "pathStyle", "caFile", "credentialsFile", "profile", "cache",
            ])
        }
        guard let url = keys["url"] else {
            node.report("“\(Self.section)” needs a url.")
            return nil
        }
        guard let text = url.text(longest: 2048) else { return nil }
        let isPathStyle = keys["pathStyle"].map { $0.isOff ? false : true }
        do throws(Failure) {
            try self.init(
                url: text, endpoint: keys["endpoint"]?.text(longest: 2048), region: keys["region"]?.text(longest: 64),
                pathStyle: isPathStyle, caFile: keys["caFile"]?.text(longest: 4096),
                credentialsFile: keys["credentialsFile"]?.text(longest: 4096),
                profile: keys["profile"]?.text(longest: 128),
                cacheLimit: keys["cache"]?.byteCount(in: .mebibytes(16) ... .mebibytes(1 << 24)))
        } catch {
            node.report(error.message)
            return nil
        }
    }

    /// Whether a text names an object store rather than a folder.
    package static func isURL(_ text: String) -> Bool { text.hasPrefix("s3://") }

    /// The URL, without the server and the file of credentials.
    package var description: String { "s3://\(bucket)" + (prefix.isEmpty ? "" : "/\(prefix)") }

    private static func parts(of url: String) -> (bucket: String, prefix: String)? {
        guard isURL(url) else { return nil }
        let pieces = url.dropFirst(5).split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let bucket = pieces.first.map({ String($0) }), isName(bucket, 3...63) else { return nil }
        var prefix = pieces.count > 1 ? String(pieces[1]) : ""
        if prefix.hasSuffix("/") { prefix.removeLast() }
        // Servers differ in what they make of empty and dotted segments.
        let segments = prefix.isEmpty ? [] : prefix.split(separator: "/", omittingEmptySubsequences: false)
        let isPlain = segments.allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." }
        let hasControls = prefix.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
        guard isPlain, !hasControls, prefix.utf8.count <= 512 else { return nil }
        return (bucket, prefix)
    }

    private static func isName(_ text: String, _ lengths: ClosedRange<Int>) -> Bool {
        lengths.contains(text.utf8.count)
            && text.utf8.allSatisfy {
                (97...122).contains($0) || (48...57).contains($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".")
            }
    }

    private static func isEndpoint(_ text: String) -> Bool {
        guard let url = URLComponents(string: text), let host = url.host, !host.isEmpty else { return false }
        return ["http", "https"].contains(url.scheme) && url.user == nil && url.password == nil
            && ["", "/"].contains(url.path) && url.query == nil && url.fragment == nil
    }
}
