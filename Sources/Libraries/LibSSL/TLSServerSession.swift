import CSSL

/// A server's side of one connection over TLS (`SSL`).
///
/// It turns bytes of the network into bytes of the application, and back.
/// It does no input or output itself: what is received goes in with ``receive(_:)``, and each call may leave bytes to send.
package final class TLSServerSession {
    private let session: OpaquePointer
    /// Received bytes that libssl has not read yet; `session` owns it.
    private let received: OpaquePointer
    /// Bytes to send; `session` owns it.
    private let toSend: OpaquePointer

    /// The outcome of reading.
    package enum Reading: Hashable, Sendable {
        /// Bytes were read; the number is at least 1.
        case bytes(Int)
        /// More bytes of the network are needed.
        case needsMore
        /// The client will send nothing more.
        case ended
    }

    /// Creates a session that waits for the client's first message.
    package init(_ context: TLSServerContext) {
        guard let session = SSL_new(context.pointer), let received = BIO_new(BIO_s_mem()),
            let toSend = BIO_new(BIO_s_mem())
        else { fatalError("libssl: SSL_new") }
        SSL_set_bio(session, received, toSend)
        SSL_set_accept_state(session)
        self.session = session
        self.received = received
        self.toSend = toSend
    }

    deinit { SSL_free(session) }

    /// Whether the handshake is over, so that the application can write.
    package var isEstablished: Bool { SSL_is_init_finished(session) == 1 }

    /// Takes bytes from the network.
    package func receive(_ bytes: UnsafeRawBufferPointer) {
        var rest = bytes
        while !rest.isEmpty {
            let count = BIO_write(received, rest.baseAddress, Int32(clamping: rest.count))
            guard count > 0 else { fatalError("libcrypto: BIO_write") }
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(Int(count)))
        }
    }

    /// Reads bytes of the application, and continues the handshake (`SSL_read_ex`).
    ///
    /// - Parameter buffer: receives the bytes; not empty.
    /// - Returns: what was read.
    /// - Throws: `TLSError` if the connection cannot go on.
    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(TLSError) -> Reading {
        ERR_clear_error()
        var count = 0
        let status = SSL_read_ex(session, buffer.baseAddress, buffer.count, &count)
        if status == 1 { return .bytes(count) }
        switch SSL_get_error(session, status) {
        case SSL_ERROR_WANT_READ: return .needsMore
        case SSL_ERROR_ZERO_RETURN: return .ended
        default: throw TLSError()
        }
    }

    /// Encrypts bytes of the application once the handshake is over (`SSL_write_ex`).
    ///
    /// - Throws: `TLSError` if the connection cannot go on.
    package func write(_ bytes: UnsafeRawBufferPointer) throws(TLSError) {
        guard !bytes.isEmpty else { return }
        ERR_clear_error()
        var count = 0
        guard SSL_write_ex(session, bytes.baseAddress, bytes.count, &count) == 1 else { throw TLSError() }
    }

    /// Announces to the client that nothing more will be sent (`SSL_shutdown`).
    ///
    /// Not to be called before the handshake is over, or after an error.
    package func close() {
        ERR_clear_error()
        _ = SSL_shutdown(session)
        ERR_clear_error()
    }

    /// The number of bytes to send.
    package var outputCount: Int { formwright_bio_pending(toSend) }

    /// Moves bytes to send to a buffer.
    ///
    /// - Returns: the number of bytes.
    package func takeOutput(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        Int(max(0, BIO_read(toSend, buffer.baseAddress, Int32(clamping: buffer.count))))
    }
}
