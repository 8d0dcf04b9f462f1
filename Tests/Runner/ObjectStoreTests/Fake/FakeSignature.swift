import Foundation
import LibCrypto

/// Signatures of version 4, computed from AWS's description and not by libcurl.
enum FakeSignature {
    /// Returns what is wrong with a request's signature; `nil` if it is right.
    static func mistake(in request: FakeRequest, account: S3Account) -> String? {
        guard let authorization = request.headers["authorization"], authorization.hasPrefix("AWS4-HMAC-SHA256 ") else {
            return "no signature"
        }
        let fields = Dictionary(
            authorization.dropFirst(17).split(separator: ",").map { field in
                let halves = field.trimmingCharacters(in: .whitespaces).split(separator: "=", maxSplits: 1)
                return (String(halves[0]), halves.count > 1 ? String(halves[1]) : "")
            }, uniquingKeysWith: { $1 })
        let scope = (fields["Credential"] ?? "").split(separator: "/").map { String($0) }
        guard scope.count == 5, scope[0] == account.key, scope[3] == "s3", scope[4] == "aws4_request" else {
            return "credential"
        }
        let signed = (fields["SignedHeaders"] ?? "").split(separator: ";").map { String($0) }
        let mustSign = request.headers.keys.filter { $0 == "host" || $0.hasPrefix("x-amz-") }
        guard signed == signed.sorted(), Set(mustSign).isSubset(of: signed) else { return "signed headers" }
        guard let date = request.headers["x-amz-date"], date.hasPrefix(scope[1]),
            let hash = request.headers["x-amz-content-sha256"]
        else { return "date or hash" }
        guard request.headers["x-amz-security-token"] == account.token else { return "token" }
        let headers = signed.map { name in
            let value = (request.headers[name] ?? "").split(separator: " ", omittingEmptySubsequences: true)
            return name + ":" + value.joined(separator: " ") + "\n"
        }
        let canonical = [
            request.method, path(request), query(request), headers.joined(), signed.joined(separator: ";"), hash,
        ].joined(separator: "\n")
        let text = [
            "AWS4-HMAC-SHA256", date, scope[1...].joined(separator: "/"), hex(SHA256.hash(data: Data(canonical.utf8))),
        ]
        .joined(separator: "\n")
        var key = Data("AWS4\(account.secret)".utf8)
        for part in scope[1...] { key = Data(code(key, part)) }
        return hex(code(key, text)) == fields["Signature"]
            ? nil : "signature of " + request.method + " " + request.target
    }

    /// The path, decoded and encoded again, each byte once.
    private static func path(_ request: FakeRequest) -> String {
        request.path.split(separator: "/", omittingEmptySubsequences: false).map { encoded(String($0)) }
            .joined(separator: "/")
    }

    private static func query(_ request: FakeRequest) -> String {
        request.query.map { (encoded($0.key, decoding: false), encoded($0.value, decoding: false)) }
            .sorted { $0.0 < $1.0 }.map { $0 + "=" + $1 }.joined(separator: "&")
    }

    private static func encoded(_ text: String, decoding: Bool = true) -> String {
        let plain = decoding ? text.removingPercentEncoding ?? text : text
        return plain.utf8.map { byte in
            let character = Character(UnicodeScalar(byte))
            let isPlain = byte < 128 && (character.isLetter || character.isNumber || "-._~".contains(character))
            return isPlain ? String(character) : String(format: "%%%02X", Int(byte))
        }.joined()
    }

    private static func code(_ key: Data, _ message: String) -> Digest {
        HMACSHA256(key: SymmetricKey(data: key)).code(for: Data(message.utf8))
    }

    private static func hex(_ digest: Digest) -> String { digest.map { String(format: "%02x", Int($0)) }.joined() }
}
