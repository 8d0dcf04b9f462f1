import ProcessTestSupport
import Foundation
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The program as a service, on a free port.
final class ServedStore {
    private let process: ChildProcess
    private let log: URL
    /// Where the service answers.
    let address: URL

    /// Starts `serve` and waits until it answers.
    init(_ arguments: [String], in folder: TemporaryFolder, program: String = "formwright") throws {
        let output = folder.file("serve-\(UUID().uuidString).out")
        log = folder.file("serve-\(UUID().uuidString).log")
        for file in [output, log] { try Data().write(to: file) }
        process = ChildProcess()
        process.executableURL = CommandLineTool.url(of: program)
        process.arguments = ["serve", "--port", "0"] + arguments
        process.currentDirectoryURL = folder.url
        process.setStandardOutput(try FileHandle(forWritingTo: output))
        process.setStandardError(try FileHandle(forWritingTo: log))
        try process.run()
        var line = ""
        while process.isRunning, !line.hasSuffix("\n") {
            Thread.sleep(forTimeInterval: 0.02)
            line = try String(contentsOf: output, encoding: .utf8)
        }
        let text = line.split(separator: " ").last.map { $0.trimmingCharacters(in: .newlines) }
        address = try #require(
            text.flatMap(URL.init(string:)), "\((try? String(contentsOf: log, encoding: .utf8)) ?? "")")
    }

    deinit { process.terminate() }

    /// Ends the service, and returns its exit status and log.
    func stop() throws -> (status: Int32, log: String) {
        process.terminate()
        process.waitUntilExit()
        return (process.terminationStatus, try String(contentsOf: log, encoding: .utf8))
    }

    /// Sends a request and returns the status with the JSON of the answer, or its text.
    func ask(
        _ path: String, _ headers: [String: String] = [:], json: [String: String]? = nil
    ) async throws -> (status: Int, body: Any) {
        var request = URLRequest(url: try #require(URL(string: path, relativeTo: address)), timeoutInterval: 300)
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        if let json {
            request.httpMethod = "POST"
            request.httpBody = try JSONSerialization.data(withJSONObject: json)
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        }
        let (data, response) = try await URLSession.shared.data(for: request)
        let body = (try? JSONSerialization.jsonObject(with: data)) ?? String(decoding: data, as: UTF8.self)
        return (try #require(response as? HTTPURLResponse).statusCode, body)
    }
}
