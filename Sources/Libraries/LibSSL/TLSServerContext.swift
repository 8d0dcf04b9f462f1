import CSSL
package import LibCrypto

/// The configuration of a server's connections over TLS 1.2 and 1.3 (`SSL_CTX`).
///
/// Ciphers and curves are those of the system (`/etc/ssl/openssl.cnf`).
///
/// Unchecked sharing is safe: it is not changed once it is made, and libssl locks what it keeps of its connections.
package final class TLSServerContext: @unchecked Sendable {
    let pointer: OpaquePointer

    /// Creates the configuration of a server that presents a certificate.
    ///
    /// - Parameters:
    ///   - chain: the certificates, the server's own first.
    ///   - key: the private key of the first.
    /// - Throws: `TLSError` if libssl accepts no such certificate or key.
    package init(chain: [Certificate], key: PrivateKey) throws(TLSError) {
        ERR_clear_error()
        guard let pointer = SSL_CTX_new(TLS_server_method()) else { fatalError("libssl: SSL_CTX_new") }
        self.pointer = pointer
        formwright_ssl_configure(pointer)
        SSL_CTX_set_alpn_select_cb(pointer, selectProtocol, nil)
        guard let own = chain.first, formwright_ssl_set_minimum_version(pointer, TLS1_2_VERSION) == 1,
            SSL_CTX_use_certificate(pointer, own.pointer) == 1, SSL_CTX_use_PrivateKey(pointer, key.pointer) == 1,
            chain.dropFirst().allSatisfy({ formwright_ssl_add_chain_certificate(pointer, $0.pointer) == 1 })
        else { throw TLSError() }
    }

    deinit { SSL_CTX_free(pointer) }
}

/// The only application protocol, with its length before it (RFC 7301).
private let applicationProtocol: StaticString = "\u{8}http/1.1"

/// Chooses the application protocol; clients that offer others only are served without one.
private let selectProtocol:
    @convention(c) (
        OpaquePointer?, UnsafeMutablePointer<UnsafePointer<UInt8>?>?, UnsafeMutablePointer<UInt8>?,
        UnsafePointer<UInt8>?, UInt32, UnsafeMutableRawPointer?
    ) -> Int32 = { _, selected, length, offered, offeredLength, _ in
        var choice: UnsafeMutablePointer<UInt8>?
        let outcome = SSL_select_next_proto(
            &choice, length, applicationProtocol.utf8Start, UInt32(applicationProtocol.utf8CodeUnitCount), offered,
            offeredLength)
        guard outcome == OPENSSL_NPN_NEGOTIATED else { return SSL_TLSEXT_ERR_NOACK }
        selected?.pointee = UnsafePointer(choice)
        return SSL_TLSEXT_ERR_OK
    }
