package import Foundation

/// A request over HTTP, with the signature of an AWS service if it needs one.
package struct CurlRequest: Sendable {
    /// The method of a request.
    package enum Method: String, Sendable {
        case get = "GET"
        case head = "HEAD"
        case put = "PUT"
        case post = "POST"
        case delete = "DELETE"
    }

    /// The method.
    package let method: Method
    /// The whole URL, with path and query encoded as they are sent.
    package let url: String
    /// The headers, which are also signed.
    ///
    /// `Expect` must not be among them: libcurl would sign it without sending it.
    package let headers: [String]
    /// The body of a `PUT` or `POST`; `nil` for none.
    package let body: CurlBody?
    /// The bytes that are asked for; `nil` for all.
    package let range: Range<Int64>?
    /// The signature; `nil` for a request of nobody.
    package let signature: CurlSignature?

    /// Creates a request; the headers are lines such as `Content-Type: text/plain`.
    package init(
        _ method: Method, _ url: String, headers: [String] = [], body: CurlBody? = nil, range: Range<Int64>? = nil,
        signature: CurlSignature? = nil
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.range = range
        self.signature = signature
    }
}

/// The signature of AWS's version 4, made by libcurl.
package struct CurlSignature: Sendable {
    /// The access key.
    package let key: String
    /// The secret key.
    package let secret: String
    /// The region, such as `eu-central-1`.
    package let region: String
    /// The service, such as `s3`.
    package let service: String

    /// Creates a signature.
    package init(key: String, secret: String, region: String, service: String) {
        self.key = key
        self.secret = secret
        self.region = region
        self.service = service
    }
}

/// The body of a request, which can be read again if the connection was lost.
package enum CurlBody: Sendable {
    /// Bytes in memory.
    case bytes(Data)
    /// A part of an open file, which must stay open until the request has ended.
    case file(descriptor: Int32, offset: Int64, count: Int64)

    /// The number of bytes.
    package var count: Int64 {
        switch self {
        case .bytes(let bytes): Int64(bytes.count)
        case .file(_, _, let count): count
        }
    }

    /// Copies bytes from a position into a buffer.
    ///
    /// Returns their number, or `nil` if they cannot be read.
    func read(at position: Int64, into buffer: UnsafeMutableRawBufferPointer) -> Int? {
        let length = Int(min(Int64(buffer.count), max(0, count - position)))
        if length == 0 { return 0 }
        switch self {
        case .bytes(let bytes):
            let start = bytes.startIndex + Int(position)
            return bytes[start..<start + length].copyBytes(to: buffer)
        case .file(let descriptor, let offset, _):
            while true {
                let got = pread(descriptor, buffer.baseAddress, length, off_t(offset + position))
                if got < 0 && errno == EINTR { continue }
                // A file that is shorter than announced cannot be sent.
                return got > 0 ? got : nil
            }
        }
    }
}

/// The limits in time of a request.
package struct CurlLimits: Sendable, Hashable {
    /// The time for a connection, including TLS.
    package var connect: Duration
    /// The time without a kilobyte in each second after which a request ends.
    package var stall: Duration
    /// The time for the whole request; `nil` for no limit.
    package var total: Duration?

    /// Creates limits; `stall` counts in whole seconds.
    package init(connect: Duration = .seconds(5), stall: Duration = .seconds(10), total: Duration? = nil) {
        self.connect = connect
        self.stall = stall
        self.total = total
    }
}
