#pragma once
#include <openssl/err.h>
#include <openssl/ssl.h>

// Macros that Swift does not import.
static inline int formwright_ssl_set_minimum_version(SSL_CTX *context, int version) {
    return (int)SSL_CTX_set_min_proto_version(context, version);
}
static inline int formwright_ssl_add_chain_certificate(SSL_CTX *context, X509 *certificate) {
    return (int)SSL_CTX_add1_chain_cert(context, certificate);
}
static inline void formwright_ssl_configure(SSL_CTX *context) {
    SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION);
    SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS);
}
static inline size_t formwright_bio_pending(BIO *bio) { return BIO_ctrl_pending(bio); }
