import Curl
import FailureModel
import Foundation
import ObjectStore
import Pipeline
import PipelineTestSupport
import Synchronization
import TestTraits
import Testing

@Suite("The client of an object store", .blocking)
struct S3ClientTests {
    /// Bytes received by a sink.
    final class Received: CurlSink {
        var bytes = Data()
        func begin(_ head: CurlHead) { bytes = Data() }
        func receive(_ piece: UnsafeRawBufferPointer) { bytes.append(contentsOf: piece) }
    }

    @Test(
        "signs every kind of request as the server computes it, whatever is in the prefix",
        arguments: ["", "/forms", "/a b/ü+(c)~/d=e&f:%25é"])
    func signatures(_ prefix: String) throws {
        let bench = try S3Bench()
        let client = try bench.client("s3://bucket" + prefix, features: S3Features(hasChecksums: true))
        let key = String(prefix.dropFirst() + "/k(1)+ü")
        let bytes = sample(1)
        try client.put(key, .bytes(bytes), hash: ContentID(of: bytes))
        let received = Received()
        #expect(try client.get(key) { received }?.byteCount == 1000)
        #expect(received.bytes == bytes)
        #expect(try client.get(key, range: 10..<20) { received }?.byteCount == 1000)
        #expect(received.bytes == bytes[10..<20])
        #expect(try client.head(key)?.byteCount == 1000)
        #expect(try client.copy(key, to: key + "2"))
        #expect(try client.list(String(prefix.dropFirst())).entries.count == 2)
        #expect(try client.uploads(String(prefix.dropFirst())).isEmpty)
        let large = sample(2, byteCount: 17 << 20)
        try client.store(key + "3", .bytes(large), hash: ContentID(of: large))
        #expect(bench.server.object(key + "3") == large)
        try client.delete(key)
        #expect(try client.head(key) == nil)
        #expect(bench.server.state.withLock { $0.badSignatures } == [])
    }

    @Test("what a list has from elsewhere is left alone, and the same page again is refused")
    func lyingLists() throws {
        let bench = try S3Bench()
        let client = try bench.client()
        for key in ["forms/a", "forms/b", "other/c", "other/d"] {
            try client.put(key, .bytes(Data()), hash: ContentID(of: Data()))
        }
        bench.server.state.withLock { $0.ignoresPrefixes = true }
        let page = try client.list("forms/")
        #expect(page.entries.map(\.key) == ["forms/a", "forms/b"])
        bench.server.state.withLock { $0.repeatsPages = true }
        let error = #expect(throws: ObjectStoreError.self) { try client.list("forms/", after: page.next) }
        #expect(error == .malformedAnswer)
    }

    @Test("a wrong secret, an unknown account and a missing token are refused, and reported as such")
    func refused() throws {
        let bench = try S3Bench()
        let account = FakeS3.credentials
        for wrong in [
            S3Credentials(accessKey: account.key, secretKey: "other", sessionToken: account.token),
            S3Credentials(accessKey: "OTHER", secretKey: account.secret, sessionToken: account.token),
            S3Credentials(accessKey: account.key, secretKey: account.secret),
        ] {
            let error = #expect(throws: ObjectStoreError.self) {
                try bench.client("s3://bucket", CredentialSource(wrong)).put(
                    "k", .bytes(Data()), hash: ContentID(of: Data()))
            }
            #expect(error == .credentialsRefused(code: "SignatureDoesNotMatch"))
            #expect(error?.failure.code.rawValue == "object_store_credentials" && error?.blamesMachine == true)
        }
    }

    @Test(
        "errors of the server become typed errors at once",
        arguments: [
            (403, "AccessDenied", ObjectStoreError.credentialsRefused(code: "AccessDenied")),
            (404, "NoSuchBucket", .bucketMissing), (403, "RequestTimeTooSkewed", .clockSkew),
            (301, "PermanentRedirect", .wrongEndpoint(code: "PermanentRedirect")),
            (400, "AuthorizationHeaderMalformed", .wrongEndpoint(code: "AuthorizationHeaderMalformed")),
            (403, "QuotaExceeded", .full), (507, "InsufficientStorage", .full),
            (400, "InvalidArgument", .unavailable(status: 400, code: "InvalidArgument")),
        ])
    func typed(_ status: Int, _ code: String, _ expected: ObjectStoreError) throws {
        let bench = try S3Bench()
        bench.server.misbehave { _, _ in .status(status, code) }
        let client = try bench.client()
        #expect(throws: expected) { try client.put("k", .bytes(Data()), hash: ContentID(of: Data())) }
        #expect(throws: expected) { try client.get("k") { Received() } }
        #expect(bench.pauses.count == 0 && bench.server.requests.count == 2)
    }

    @Test("a missing object is not an error, but a missing bucket is")
    func missing() throws {
        let bench = try S3Bench()
        let client = try bench.client()
        #expect(try client.get("k") { Received() } == nil)
        #expect(try !client.copy("k", to: "l"))
        try client.delete("k")
        let other = try bench.client("s3://other-bucket")
        #expect(throws: ObjectStoreError.bucketMissing) { try other.get("k") { Received() } }
        #expect(throws: ObjectStoreError.bucketMissing) { try other.copy("k", to: "l") }
    }

    @Test("503 for a third of the calls disturbs nothing", arguments: [500, 502, 503, 504, 429])
    func thirdRefused(_ status: Int) throws {
        let bench = try S3Bench()
        let client = try bench.client()
        bench.server.misbehave { _, number in number % 3 == 0 ? .status(status, "SlowDown") : nil }
        for number in 0..<20 {
            let bytes = sample(number)
            try client.put("k\(number)", .bytes(bytes), hash: ContentID(of: bytes))
            let received = Received()
            try client.get("k\(number)") { received }
            #expect(received.bytes == bytes)
            if number % 2 == 0 { try client.delete("k\(number)") }
        }
        #expect(bench.server.keys.count == 10)
        #expect(bench.pauses.count > 15)
    }

    @Test("a server that never recovers is given up within the patience, with doubled pauses")
    func givenUp() throws {
        let bench = try S3Bench()
        let client = try bench.client()
        bench.server.misbehave { _, _ in .status(503, "SlowDown") }
        let error = #expect(throws: ObjectStoreError.self) { try client.head("k") }
        #expect(error == .unavailable(status: 503, code: "no code"))
        #expect(error?.isTransient == true && error?.blamesMachine == true)
        #expect(bench.pauses.total <= .seconds(30) && bench.pauses.total > .seconds(20))
        // 100 ms, 200 ms … 5 s, each with a jitter of three quarters here.
        #expect((8...14).contains(bench.pauses.count))
    }

    @Test("a server that never answers is given up after the limit of time")
    func silent() throws {
        let bench = try S3Bench()
        bench.server.misbehave { _, _ in .silence }
        let client = try bench.client(policy: bench.policy(patience: .zero, leastTries: 2, stall: .seconds(1)))
        let error = #expect(throws: ObjectStoreError.self) { try client.head("k") }
        #expect(error?.failure.code.rawValue == "object_store_unavailable")
        #expect(bench.server.requests.count == 2)
    }

    @Test("a cancelled client ends a request that waits, and makes no other")
    func cancelled() throws {
        let bench = try S3Bench()
        let cancellation = CurlCancellation()
        bench.server.misbehave { _, _ in
            cancellation.cancel()
            return .silence
        }
        let client = try bench.client(cancellation: cancellation)
        #expect(throws: ObjectStoreError.cancelled) { try client.head("k") }
        #expect(throws: ObjectStoreError.cancelled) { try client.head("k") }
        #expect(bench.server.requests.count == 1)
    }

    @Test("half an answer is asked for again", arguments: [FakeS3.Fault.halfAnswer, .missingBytes, .lostAnswer])
    func half(_ fault: FakeS3.Fault) throws {
        let bench = try S3Bench()
        let client = try bench.client()
        let bytes = sample(1, byteCount: 300_000)
        bench.server.misbehave { _, number in number % 2 == 0 ? fault : nil }
        try client.put("k", .bytes(bytes), hash: ContentID(of: bytes))
        bench.server.misbehave { _, number in number % 2 == 0 ? fault : nil }
        let received = Received()
        #expect(try client.get("k") { received }?.byteCount == 300_000)
        #expect(received.bytes == bytes)
    }

    @Test("an error in an XML document of 10 MB is cut, and its code is found")
    func longError() throws {
        let bench = try S3Bench()
        let client = try bench.client()
        bench.server.misbehave { _, _ in .longError(403, byteCount: 10_000_000) }
        #expect(throws: ObjectStoreError.credentialsRefused(code: "AccessDenied")) {
            try client.get("k") { Received() }
        }
        bench.server.behave()
        #expect(try client.head("k") == nil)
    }

    @Test("a redirect is not followed: the other server gets no request")
    func redirect() throws {
        let bench = try S3Bench()
        let other = try FakeS3()
        bench.server.misbehave { [endpoint = other.endpoint] _, _ in .redirect(endpoint + "/bucket/k") }
        #expect(throws: ObjectStoreError.wrongEndpoint(code: "307")) {
            try bench.client().put("k", .bytes(sample(1)), hash: ContentID(of: sample(1)))
        }
        #expect(other.requests.isEmpty)
    }

    @Test("a refusal before the body is read is reported, not the broken connection")
    func earlyRefusal() throws {
        let bench = try S3Bench()
        bench.server.misbehave { _, _ in .earlyRefusal(403, "AccessDenied") }
        let bytes = sample(1, byteCount: 8 << 20)
        #expect(throws: ObjectStoreError.credentialsRefused(code: "AccessDenied")) {
            try bench.client().put("k", .bytes(bytes), hash: ContentID(of: bytes))
        }
    }

    // MARK: Uploads in parts

    private func parts(_ bench: S3Bench) -> [String] {
        bench.server.requests.filter { $0.contains("partNumber=") }.map {
            String($0.split(separator: "?")[1].split(separator: "&")[0])
        }
    }

    @Test("bytes above 16 MiB are sent in parts, from memory and from a file, and a refused part is repeated alone")
    func multipart() throws {
        let bench = try S3Bench()
        let client = try bench.client(features: S3Features(hasChecksums: true))
        let bytes = sample(1, byteCount: 40 << 20)
        bench.server.misbehave { request, number in number == 2 ? .status(503, "SlowDown") : nil }
        try client.store("k", .bytes(bytes), hash: ContentID(of: bytes))
        #expect(bench.server.object("k") == bytes)
        #expect(parts(bench) == ["partNumber=1", "partNumber=2", "partNumber=2", "partNumber=3"])

        let path = bench.folder.path + "/file"
        try (Data("head".utf8) + bytes).write(to: URL(filePath: path))
        let file = try #require(FileHandle(forReadingAtPath: path))
        let body = CurlBody.file(descriptor: file.fileDescriptor, offset: 4, count: Int64(bytes.count))
        try client.store("l", body, hash: ContentID(of: bytes))
        #expect(bench.server.object("l") == bytes)
        try file.close()
    }

    @Test("an upload in parts that fails leaves no parts and no object")
    func abortedMultipart() throws {
        let bench = try S3Bench()
        let client = try bench.client()
        let bytes = sample(1, byteCount: 33 << 20)
        bench.server.misbehave { request, _ in request.query["partNumber"] == "3" ? .status(403, "AccessDenied") : nil }
        #expect(throws: ObjectStoreError.credentialsRefused(code: "AccessDenied")) {
            try client.store("k", .bytes(bytes), hash: ContentID(of: bytes))
        }
        #expect(bench.server.state.withLock { $0.uploads.isEmpty } && bench.server.keys == [])
        #expect(bench.server.requests.last?.hasPrefix("DELETE ") == true)
    }

    @Test("an assembled upload whose answer was lost is found to be complete")
    func lostCompletion() throws {
        let bench = try S3Bench()
        let client = try bench.client()
        let bytes = sample(1, byteCount: 17 << 20)
        bench.server.misbehave { request, number in
            request.method == "POST" && request.query["uploadId"] != nil && number == 3 ? .lostAnswer : nil
        }
        try client.store("k", .bytes(bytes), hash: ContentID(of: bytes))
        #expect(bench.server.object("k") == bytes)
    }

    // MARK: What servers support

    @Test("the probe finds what a server supports, and leaves nothing", arguments: [true, false], [true, false])
    func probe(_ conditions: Bool, _ checksums: Bool) throws {
        let bench = try S3Bench(FakeS3(hasConditionalPuts: conditions, hasChecksums: checksums))
        let client = try bench.client()
        try client.probe("probe/1")
        #expect(client.features == S3Features(hasConditionalPuts: conditions, hasChecksums: checksums))
        #expect(bench.server.keys == [])
        let bytes = sample(1)
        #expect(try client.put("k", .bytes(bytes), hash: ContentID(of: bytes), onlyNew: true))
        #expect(try client.put("k", .bytes(bytes), hash: ContentID(of: bytes), onlyNew: true) == !conditions)
        let log = bench.server.state.withLock { $0.log.last }
        #expect((log?.headers["x-amz-checksum-sha256"] != nil) == checksums)
    }
}
