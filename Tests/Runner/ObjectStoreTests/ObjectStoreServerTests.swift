import FailureModel
import Foundation
import ObjectStore
import Pipeline
import PipelineTestSupport
import TestTraits
import Testing

/// What only a real server can show; `tools/object-store-tests` starts one.
@Suite("A real object store", .blocking, .enabled(if: TestedArtefacts.serverURL != nil))
struct ObjectStoreServerTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func settings(bucket: String? = nil, prefix: String = UUID().uuidString) throws -> ObjectStoreSettings {
        let usual = ProcessInfo.processInfo.environment["FORMWRIGHT_S3_BUCKET"] ?? "bucket"
        return try ObjectStoreSettings(
            url: "s3://\(bucket ?? usual)/tests/\(prefix)", endpoint: TestedArtefacts.serverURL)
    }

    private func store(_ settings: ObjectStoreSettings, cache: String = "cache") throws -> S3ArtefactStore {
        try S3ArtefactStore(settings, credentials: CredentialSource(settings), cache: folder.path + "/" + cache)
    }

    @Test("discards, brings back and deletes bytes, by its own clock")
    func removal() async throws {
        let settings = try settings()
        let store = try store(settings)
        let contents = try (0..<5).map { try store.put(sample($0)) }
        let later = SystemClock().now + .seconds(5)
        #expect(try store.remove([contents[0]: later, contents[1]: later]) == 2)
        #expect(try store.remove([contents[2]: SystemClock().now - .seconds(3600)]) == 0)
        // Missed, and brought back.
        let reader = try self.store(settings, cache: "other")
        #expect(try reader.read(contents[0]) == sample(0))
        #expect(try reader.byteCount(of: contents[1]) == 1000)
        #expect(try reader.read(contents[2], in: 0..<10) == sample(2)[0..<10])
        // Everything is younger than an hour; then nothing is younger than an hour from now.
        #expect(try await store.collectGarbage(olderThan: .seconds(3600)) { _ in [] } == 0)
        #expect(try await store.collectGarbage(olderThan: .seconds(-3600)) { _ in Set(contents[..<2]) } == 3)
        #expect(try reader.contains(contents[3]))
        try store.checkPresence()
    }

    @Test(
        "takes keys with any characters in the prefix",
        arguments: ["plain", "with space", "ü/€", "a+b(c)", "d=e&f", "g:h", "i~j", "100%25"])
    func prefixes(_ prefix: String) async throws {
        let store = try store(try settings(prefix: UUID().uuidString + "/" + prefix))
        let content = try store.put(sample(1))
        let upload = try store.upload()
        let large = sample(2, byteCount: 17 << 20)
        try upload.append(large)
        #expect(try upload.commit().content == ContentID(of: large))
        #expect(try store.remove([content: SystemClock().now + .seconds(5)]) == 1)
        #expect(try store.contains(content))
        #expect(try await store.collectGarbage(olderThan: .seconds(-3600)) { _ in [content] } == 1)
    }

    @Test("refuses wrong keys and a missing bucket as such")
    func refusals() throws {
        let settings = try settings()
        let right = try CredentialSource(settings).current
        let wrong = S3Credentials(accessKey: right.accessKey, secretKey: right.secretKey + "x")
        let refused = #expect(throws: ObjectStoreError.self) {
            try S3ArtefactStore(settings, credentials: CredentialSource(wrong), cache: folder.path + "/wrong")
        }
        #expect(refused?.failure.code == .objectStoreCredentials)
        let missing = try self.settings(bucket: "missing-\(UUID().uuidString.lowercased().prefix(8))")
        let error = #expect(throws: ObjectStoreError.self) { try store(missing, cache: "missing") }
        #expect(error?.failure.code == .objectStoreBucket)
    }
}
