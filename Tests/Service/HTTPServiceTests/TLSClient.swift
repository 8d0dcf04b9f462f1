import Foundation

/// A client of encrypted connections that shares no code with the service (`openssl s_client`).
struct TLSClient {
    let port: Int
    /// The only certificate that is trusted.
    let certificate: URL
    /// The host name that the certificate must be for.
    var host = "localhost"
    var options: [String] = []

    struct Refused: Error {}

    /// Sends a request, and returns all that the server sends until it closes the connection.
    ///
    /// - Throws: `Refused` if no connection is made, or it ends early.
    func answer(_ request: Data) async throws -> Data {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(with: Result { try run(request) })
            }
        }
    }

    private func run(_ request: Data) throws -> Data {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
        process.arguments =
            [
                "s_client", "-quiet", "-connect", "127.0.0.1:\(port)", "-servername", host, "-CAfile",
                certificate.path, "-verify_hostname", host, "-verify_return_error",
            ] + options
        let input = Pipe()
        let output = Pipe()
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        Thread.detachNewThread {
            // A server that ends the connection early reads no more.
            try? input.fileHandleForWriting.write(contentsOf: request)
        }
        let answer = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Refused() }
        return answer
    }
}
