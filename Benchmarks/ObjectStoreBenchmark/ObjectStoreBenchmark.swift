import ArgumentParser
import Foundation
import ObjectStore
import Pipeline

/// Puts artefacts into an object store and gets them again; prints the seconds of each as JSON.
///
/// Credentials come from the environment.
@main
struct ObjectStoreBenchmark: ParsableCommand {
    private struct Report: Encodable {
        let put: Double
        let get: Double
        let getCached: Double
    }

    static let configuration = CommandConfiguration(commandName: "ObjectStoreBenchmark")

    @Option(help: "The URL of the store, such as s3://bucket/prefix.")
    var url: String

    @Option(help: "The server.")
    var endpoint: String

    @Option(help: "The beginning of the paths of two local caches.")
    var cache: String

    @Option(help: "The number of artefacts.")
    var count = 100

    @Option(help: "The size of an artefact in bytes.")
    var size = 1 << 20

    func run() throws {
        let settings = try ObjectStoreSettings(url: url, endpoint: endpoint)
        let source = try CredentialSource(settings)
        let writing = try S3ArtefactStore(settings, credentials: source, cache: cache + "-writing")
        let artefacts = (0..<count).map { _ in
            Data((0..<size / 8).flatMap { _ in withUnsafeBytes(of: UInt64.random(in: 0 ... .max)) { Array($0) } })
        }
        var names: [ContentID] = []
        // The connection is open before the clock starts, as is that of curl's first request before its second.
        let put = try seconds { for bytes in artefacts { names.append(try writing.put(bytes)) } }
        writing.cache.settle()
        // Another node's view: nothing is cached.
        let reading = try S3ArtefactStore(settings, credentials: source, cache: cache + "-reading")
        var isRight = true
        let get = try seconds {
            for (name, bytes) in zip(names, artefacts) {
                isRight = try reading.read(name).count == bytes.count && isRight
            }
        }
        reading.cache.settle()
        let getCached = try seconds { for name in names { _ = try reading.read(name) } }
        guard isRight else { throw ExitCode.failure }
        let report = Report(put: put, get: get, getCached: getCached)
        print(String(decoding: try JSONEncoder().encode(report), as: UTF8.self))
    }

    private func seconds(_ work: () throws -> Void) throws -> Double {
        let start = ContinuousClock.now
        try work()
        let (seconds, attoseconds) = (ContinuousClock.now - start).components
        return (Double(seconds) + Double(attoseconds) * 1e-18) / Double(count)
    }
}
