import Foundation
import ProcessTestSupport

/// The certificate of a test server, signed by an authority made for it.
package struct TestCertificate: Sendable {
    /// The file with the certificate of the authority.
    package let authority: String
    private let certificate: String
    private let key: String

    /// Makes an authority and a certificate with `openssl`; blocks.
    ///
    /// - Parameters:
    ///   - folder: the folder for their files.
    ///   - hosts: the names and addresses of the server, such as `DNS:localhost`.
    /// - Throws: why they cannot be made.
    package init(in folder: String, for hosts: [String]) throws {
        authority = "\(folder)/authority.crt"
        certificate = "\(folder)/server.crt"
        key = "\(folder)/server.key"
        let elliptic = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
        try Self.openssl(
            ["req", "-x509"] + elliptic + [
                "-days", "30", "-subj", "/CN=Formwright test authority", "-keyout", "\(folder)/authority.key", "-out",
                authority,
            ])
        try Self.openssl(
            ["req"] + elliptic + ["-subj", "/CN=server", "-keyout", key, "-out", "\(folder)/server.csr"])
        try "subjectAltName=\(hosts.joined(separator: ","))\n".write(
            toFile: "\(folder)/server.ext", atomically: true, encoding: .utf8)
        try Self.openssl([
            "x509", "-req", "-in", "\(folder)/server.csr", "-CA", authority, "-CAkey", "\(folder)/authority.key",
            "-CAcreateserial", "-days", "30", "-extfile", "\(folder)/server.ext", "-out", certificate,
        ])
    }

    private static func openssl(_ arguments: [String]) throws {
        let process = ChildProcess()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
        process.arguments = arguments
        process.setStandardOutput(FileHandle.nullDevice)
        process.setStandardError(FileHandle.nullDevice)
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw TestServerError("openssl \(arguments[0]) failed") }
    }

    /// Copies the files to a server and returns its settings.
    func install(in folder: String, for programs: PostgreSQLPrograms) throws -> [String] {
        for (source, name) in [(certificate, "server.crt"), (key, "server.key")] {
            try programs.write(String(contentsOfFile: source, encoding: .utf8), to: "\(folder)/\(name)")
        }
        return ["ssl_cert_file = 'server.crt'", "ssl_key_file = 'server.key'"]
    }
}
