import CCurl
import Foundation

/// An easy handle of libcurl with its connection, used by one thread at a time.
///
/// Unchecked sharing is safe: ``CurlPool`` lends it to one caller at a time.
final class CurlHandle: @unchecked Sendable {
    private let handle: UnsafeMutableRawPointer

    private static let isReady =
        formwright_has_curl() != 0 && formwright_curl_global_init(formwright_curl_global_default) == CURLE_OK

    init() throws(CurlError) {
        guard Self.isReady, let handle = formwright_curl_easy_init() else {
            throw CurlError(.library, "libcurl is not available")
        }
        self.handle = handle
    }

    deinit { formwright_curl_easy_cleanup(handle) }

    /// Sends a request and waits for its response.
    ///
    /// - Throws: ``CurlError``, or the error of the sink.
    func perform(
        _ request: CurlRequest, to sink: (any CurlSink)?, caFile: String?, reach: CurlReach?, limits: CurlLimits,
        cancellation: CurlCancellation?
    ) throws -> CurlResponse {
        if cancellation?.isCancelled == true { throw CurlError(.cancelled, "cancelled") }
        formwright_curl_easy_reset(handle)
        var lines: UnsafeMutablePointer<curl_slist>?
        defer { formwright_curl_slist_free_all(lines) }
        for line in request.headers { lines = formwright_curl_slist_append(lines, line) }
        let transfer = CurlTransfer(body: request.body, sink: sink, cancellation: cancellation, reach: reach)
        transfer.attach(to: handle)
        try setConnection(caFile, limits)
        // A proxy of the environment would be connected to instead of the server.
        if reach != nil { try set(CURLOPT_PROXY, "") }
        try set(CURLOPT_URL, request.url)
        try set(CURLOPT_HTTPHEADER, lines)
        if let signature = request.signature { try sign(signature) }
        if let range = request.range { try set(CURLOPT_RANGE, "\(range.lowerBound)-\(range.upperBound - 1)") }
        // The library keeps the pointer to a posted body, which is therefore copied by it.
        try setMethod(request)
        let code = withExtendedLifetime(transfer) { formwright_curl_easy_perform(handle) }
        return try response(of: transfer, code)
    }

    private func response(of transfer: CurlTransfer, _ code: CURLcode) throws -> CurlResponse {
        if let error = transfer.sinkError { throw error }
        if code == CURLE_OK {
            try transfer.finish()
        } else {
            // A server may refuse a request and close the connection before it has received the body.
            let isRefused = transfer.head.status >= 300 && (code == CURLE_SEND_ERROR || code == CURLE_RECV_ERROR)
            guard transfer.isRefusalCut || isRefused else { throw error(code, transfer) }
        }
        return CurlResponse(head: transfer.head, refusal: transfer.refusal)
    }

    private func error(_ code: CURLcode, _ transfer: CurlTransfer) -> CurlError {
        if transfer.isBodyUnreadable { return CurlError(.body, "the file cannot be read, or is shorter than it was") }
        let kind: CurlError.Kind =
            switch code {
            case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: .name
            case CURLE_COULDNT_CONNECT: transfer.hasRefusedAddress ? .address : .connection
            case CURLE_OPERATION_TIMEDOUT: .timeout
            case CURLE_ABORTED_BY_CALLBACK: .cancelled
            case CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL: .url
            case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CACERT_BADFILE,
                CURLE_SSL_CERTPROBLEM,
                CURLE_SSL_ISSUER_ERROR:
                .tls
            case CURLE_UNKNOWN_OPTION, CURLE_NOT_BUILT_IN, CURLE_FAILED_INIT, CURLE_BAD_FUNCTION_ARGUMENT: .library
            default: .interrupted
            }
        return CurlError(
            kind, formwright_curl_easy_strerror(code).map { String(cString: $0) } ?? "error \(code.rawValue)")
    }

    // MARK: Options

    private func setConnection(_ caFile: String?, _ limits: CurlLimits) throws(CurlError) {
        // Signals would interrupt other threads.
        try set(CURLOPT_NOSIGNAL, 1)
        try set(CURLOPT_PATH_AS_IS, 1)
        // A redirect would send the request, and its data, to whoever the server names.
        try set(CURLOPT_FOLLOWLOCATION, 0)
        try set(CURLOPT_PROTOCOLS_STR, "http,https")
        try set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1)
        try set(CURLOPT_SSL_VERIFYPEER, 1)
        try set(CURLOPT_SSL_VERIFYHOST, 2)
        if let caFile { try set(CURLOPT_CAINFO, caFile) }
        try set(CURLOPT_TCP_KEEPALIVE, 1)
        // One connection: the pool has a handle for each.
        try set(CURLOPT_MAXCONNECTS, 1)
        // Fewer and larger pieces than libcurl's own 16 and 64 kB.
        try set(CURLOPT_BUFFERSIZE, 256 << 10)
        try set(CURLOPT_UPLOAD_BUFFERSIZE, 256 << 10)
        try set(CURLOPT_CONNECTTIMEOUT_MS, limits.connect.wholeMilliseconds)
        try set(CURLOPT_LOW_SPEED_LIMIT, 1024)
        try set(CURLOPT_LOW_SPEED_TIME, max(1, Int(limits.stall.components.seconds)))
        if let total = limits.total { try set(CURLOPT_TIMEOUT_MS, max(1, total.wholeMilliseconds)) }
    }

    private func sign(_ signature: CurlSignature) throws(CurlError) {
        try set(CURLOPT_AWS_SIGV4, "aws:amz:\(signature.region):\(signature.service)")
        try set(CURLOPT_USERNAME, signature.key)
        try set(CURLOPT_PASSWORD, signature.secret)
    }

    private func setMethod(_ request: CurlRequest) throws(CurlError) {
        switch request.method {
        case .get: break
        case .head: try set(CURLOPT_NOBODY, 1)
        case .post:
            // Small bodies only, such as the list of parts of an upload.
            guard case .bytes(let bytes) = request.body ?? .bytes(Data()) else {
                throw CurlError(.library, "a posted body must be in memory")
            }
            try check(formwright_curl_set_size(handle, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(bytes.count)))
            let code = bytes.withUnsafeBytes { raw in
                withUnsafeBytes(of: UInt8(0)) { none in
                    formwright_curl_set_pointer(handle, CURLOPT_COPYPOSTFIELDS, raw.baseAddress ?? none.baseAddress)
                }
            }
            try check(code)
        case .put, .delete:
            if let body = request.body {
                try set(CURLOPT_UPLOAD, 1)
                try check(formwright_curl_set_size(handle, CURLOPT_INFILESIZE_LARGE, curl_off_t(body.count)))
            }
            try set(CURLOPT_CUSTOMREQUEST, request.method.rawValue)
        }
    }

    private func set(_ option: CURLoption, _ value: Int) throws(CurlError) {
        try check(formwright_curl_set_long(handle, option, value))
    }

    private func set(_ option: CURLoption, _ value: String) throws(CurlError) {
        try check(formwright_curl_set_text(handle, option, value))
    }

    private func set(_ option: CURLoption, _ value: UnsafeMutablePointer<curl_slist>?) throws(CurlError) {
        try check(formwright_curl_set_list(handle, option, value))
    }

    private func check(_ code: CURLcode) throws(CurlError) {
        guard code != CURLE_OK else { return }
        throw CurlError(.library, "libcurl refuses an option")
    }
}

extension Duration {
    fileprivate var wholeMilliseconds: Int {
        Int(components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000)
    }
}
