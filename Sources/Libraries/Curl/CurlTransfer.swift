import CCurl
import Foundation

/// The state of one request, which libcurl's callbacks share.
final class CurlTransfer {
    private(set) var head = CurlHead()
    private(set) var refusal = Data()
    /// The error of the sink, which takes precedence over libcurl's.
    private(set) var sinkError: (any Error)?
    private(set) var isBodyUnreadable = false
    /// Whether the rest of a refusal was not read because of its length.
    private(set) var isRefusalCut = false
    private var hasBegun = false
    private var position: Int64 = 0
    private let body: CurlBody?
    private let sink: (any CurlSink)?
    private let cancellation: CurlCancellation?
    private let reach: CurlReach?
    /// Whether the server has an address that ``reach`` excludes.
    private(set) var hasRefusedAddress = false

    /// The number of bytes of a refusal that are kept.
    private static let refusalLimit = 64 << 10

    init(body: CurlBody?, sink: (any CurlSink)?, cancellation: CurlCancellation?, reach: CurlReach?) {
        self.reach = reach
        self.body = body
        self.sink = sink
        self.cancellation = cancellation
    }

    /// Sets the callbacks of a handle.
    ///
    /// The handle then needs this object until the request has ended.
    func attach(to handle: UnsafeMutableRawPointer) {
        let context = Unmanaged.passUnretained(self).toOpaque()
        for option in [CURLOPT_WRITEDATA, CURLOPT_READDATA, CURLOPT_SEEKDATA, CURLOPT_HEADERDATA, CURLOPT_XFERINFODATA]
        {
            _ = formwright_curl_set_pointer(handle, option, context)
        }
        _ = formwright_curl_set_piece_callback(handle, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
            CurlTransfer.of(context)?.write(UnsafeRawBufferPointer(start: bytes, count: size * count)) ?? 0
        }
        _ = formwright_curl_set_piece_callback(handle, CURLOPT_READFUNCTION) { bytes, size, count, context in
            CurlTransfer.of(context)?.read(UnsafeMutableRawBufferPointer(start: bytes, count: size * count)) ?? 0
        }
        _ = formwright_curl_set_piece_callback(handle, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
            CurlTransfer.of(context)?.head.take(UnsafeRawBufferPointer(start: bytes, count: size * count))
            return size * count
        }
        // libcurl sends the body again if a kept connection turns out to be closed.
        _ = formwright_curl_set_seek_callback(handle, CURLOPT_SEEKFUNCTION) { context, offset, origin in
            guard origin == SEEK_SET else { return CURL_SEEKFUNC_CANTSEEK }
            CurlTransfer.of(context)?.position = Int64(offset)
            return CURL_SEEKFUNC_OK
        }
        if reach != nil {
            _ = formwright_curl_set_pointer(handle, CURLOPT_OPENSOCKETDATA, context)
            _ = formwright_curl_set_socket_callback(handle, CURLOPT_OPENSOCKETFUNCTION) { context, _, address in
                guard let address, let transfer = CurlTransfer.of(context) else { return -1 }
                return transfer.open(address)
            }
        }
        guard cancellation != nil else { return }
        _ = formwright_curl_set_long(handle, CURLOPT_NOPROGRESS, 0)
        _ = formwright_curl_set_progress_callback(handle, CURLOPT_XFERINFOFUNCTION) { context, _, _, _, _ in
            CurlTransfer.of(context)?.cancellation?.isCancelled == true ? 1 : 0
        }
    }

    /// Tells the sink about a successful response without a body.
    func finish() throws {
        if head.isSuccess { try begin() }
    }

    /// Opens the socket for an address of the server.
    ///
    /// Returns -1 if the address may not be connected to.
    private func open(_ address: UnsafeMutablePointer<curl_sockaddr>) -> curl_socket_t {
        guard let bytes = CurlReach.bytes(of: address), reach?.mayConnect(bytes) == true else {
            hasRefusedAddress = true
            return -1
        }
        let type = address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue)
        return socket(address.pointee.family, type, address.pointee.protocol)
    }

    private static func of(_ context: UnsafeMutableRawPointer?) -> CurlTransfer? {
        context.map { Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
    }

    private func begin() throws {
        if hasBegun { return }
        hasBegun = true
        try sink?.begin(head)
    }

    /// Returns the number of bytes taken.
    ///
    /// Any other than that of the piece ends the request.
    private func write(_ piece: UnsafeRawBufferPointer) -> Int {
        guard head.isSuccess else {
            refusal.append(contentsOf: piece.prefix(Self.refusalLimit - refusal.count))
            isRefusalCut = refusal.count == Self.refusalLimit
            return isRefusalCut ? 0 : piece.count
        }
        do {
            try begin()
            try sink?.receive(piece)
            return piece.count
        } catch {
            sinkError = error
            return 0
        }
    }

    private func read(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard let count = (body ?? .bytes(Data())).read(at: position, into: buffer) else {
            isBodyUnreadable = true
            return formwright_curl_read_abort
        }
        position += Int64(count)
        return count
    }
}
