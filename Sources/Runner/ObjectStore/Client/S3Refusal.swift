import Curl

/// The meaning of a response with an error status.
enum S3Refusal {
    /// Returns the error for a response.
    static func error(of response: CurlResponse) -> ObjectStoreError {
        let status = response.head.status
        let code = S3Answer.errorCode(in: response.refusal) ?? "no code"
        switch code {
        case "NoSuchBucket": return .bucketMissing
        case "RequestTimeTooSkewed", "RequestExpired": return .clockSkew
        case "QuotaExceeded", "StorageFull", "InsufficientStorage", "XMinioStorageFull": return .full
        case "PermanentRedirect", "TemporaryRedirect", "AuthorizationHeaderMalformed",
            "IllegalLocationConstraintException":
            return .wrongEndpoint(code: code)
        default: break
        }
        switch status {
        case 300..<400: return .wrongEndpoint(code: "\(status)")
        case 401, 403: return .credentialsRefused(code: code)
        case 507: return .full
        default: return .unavailable(status: status, code: code)
        }
    }

    /// Whether the same request may succeed another time.
    static func isWorthRetrying(_ response: CurlResponse) -> Bool {
        switch response.head.status {
        case 408, 429, 500, 502, 503, 504: return true
        case 400, 409:
            // The bytes were changed on their way, or the server waited too long for them.
            let code = S3Answer.errorCode(in: response.refusal) ?? ""
            return ["BadDigest", "XAmzContentSHA256Mismatch", "IncompleteBody", "RequestTimeout", "OperationAborted"]
                .contains(code)
        default: return false
        }
    }
}
