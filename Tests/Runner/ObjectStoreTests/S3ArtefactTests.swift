import FailureModel
import Foundation
import ObjectStore
import Pipeline
import PipelineTestSupport
import Synchronization
import TestTraits
import Testing

@Suite("Artefacts in an object store", .blocking)
struct S3ArtefactTests {
    @Test("lie under their hash, with nothing else but the mark of the store")
    func keys() throws {
        let bench = try S3Bench()
        let store = try bench.store()
        let content = try store.put(sample(1))
        let upload = try store.upload()
        try upload.append(sample(2).prefix(400))
        try upload.append(sample(2).dropFirst(400))
        #expect(bench.server.keys == [bench.key(content), "forms/formwright.txt"].sorted())
        let second = try upload.commit()
        #expect(second.content == ContentID(of: sample(2)))
        #expect(bench.server.keys == [bench.key(content), bench.key(second.content), "forms/formwright.txt"].sorted())
        #expect(bench.server.state.withLock { $0.badSignatures } == [])
    }

    @Test("belong to the first catalogue that claims them")
    func owner() throws {
        let bench = try S3Bench()
        #expect(try bench.store().owner(claiming: "first") == "first")
        #expect(try bench.store(cache: "other").owner(claiming: "second") == "first")
        #expect(try bench.store().owner(claiming: "first") == "first")
        try bench.store().checkPresence()
        #expect(bench.server.keys == ["forms/formwright.txt"])
    }

    @Test("normal work never lists the bucket")
    func noList() throws {
        let bench = try S3Bench()
        let store = try bench.store()
        let content = try store.put(sample(1))
        let other = try bench.store(cache: "other")
        _ = try other.read(content, in: 0..<10)
        _ = try other.read(content)
        _ = try other.contains(ContentID(of: sample(2)))
        try other.checkPresence()
        bench.advance(seconds: 10)
        #expect(try store.remove([content: bench.clock.now]) == 1)
        #expect(!bench.server.requests.contains { $0.contains("list-type") || $0.contains("uploads=") })
    }

    @Test(
        "wrong bytes and wrong lengths are never returned, and never cached",
        arguments: [FakeS3.Fault.wrongBytes, .fewerBytes])
    func wrongBytes(_ fault: FakeS3.Fault) throws {
        let bench = try S3Bench()
        let content = try bench.store().put(sample(1))
        let reader = try bench.store(cache: "other")
        bench.server.misbehave { _, _ in fault }
        #expect(throws: ObjectStoreError.damaged(content)) { try reader.read(content) }
        reader.cache.settle()
        bench.server.misbehave { _, number in number == 0 ? fault : nil }
        #expect(try reader.read(content) == sample(1))
        // What is really stored is other bytes: putting them again repairs it.
        bench.server.change(bench.key(content), to: sample(2))
        let third = try bench.store(cache: "third")
        #expect(throws: ObjectStoreError.damaged(content)) { try third.read(content) }
        _ = try third.put(sample(1))
        #expect(bench.server.object(bench.key(content)) == sample(1))
    }

    @Test(
        "other bytes and a server's message are not taken for a range that has all bytes",
        arguments: [FakeS3.Fault.wrongBytes, .fewerBytes, .page])
    func wrongRange(_ fault: FakeS3.Fault) throws {
        let bench = try S3Bench()
        let content = try bench.store().put(sample(1))
        let reader = try bench.store(cache: "other")
        bench.server.misbehave { _, _ in fault }
        #expect(throws: ObjectStoreError.damaged(content)) { try reader.read(content, in: 0..<256 << 10) }
        bench.server.misbehave { _, number in number == 0 ? fault : nil }
        #expect(try reader.read(content, in: 0..<256 << 10) == sample(1))
        #expect(try reader.read(content, in: 2_000..<3_000).isEmpty)
    }

    @Test("a wrong answer is worth another attempt of the job, and counts as one")
    func attempts() throws {
        let bench = try S3Bench()
        let content = try bench.store().put(sample(1))
        let reader = try bench.store(cache: "other")
        for fault in [FakeS3.Fault.status(404, "NoSuchKey"), .wrongBytes, .page] {
            bench.server.misbehave { _, _ in fault }
            for read in [{ try reader.read(content) }, { try reader.read(content, in: 0..<2_000) }] {
                let error = #expect(throws: ObjectStoreError.self) { _ = try read() }
                #expect(error?.isTransient == true && error?.blamesMachine == false)
            }
        }
    }

    @Test("a body without an end is cut at the size of the object")
    func endlessBody() throws {
        let bench = try S3Bench()
        let content = try bench.store().put(sample(1))
        let reader = try bench.store(cache: "other")
        bench.server.misbehave { request, _ in request.method == "GET" ? .endless : nil }
        #expect(throws: ObjectStoreError.malformedAnswer) { try reader.read(content) }
        #expect(throws: ObjectStoreError.malformedAnswer) { try reader.read(content, in: 0..<1_000_000) }
        #expect(throws: ObjectStoreError.malformedAnswer) { try reader.isIntact(content) }
    }

    @Test("an upload that something else than an object store has confirmed is not believed")
    func falseConfirmation() throws {
        let bench = try S3Bench()
        let store = try bench.store()
        bench.server.misbehave { request, _ in request.method == "PUT" ? .page : nil }
        #expect(throws: ObjectStoreError.malformedAnswer) { try store.put(sample(1)) }
    }

    @Test("a check of stored bytes reads the server's, not those in the cache")
    func intact() throws {
        let bench = try S3Bench()
        let store = try bench.store()
        let content = try store.put(sample(1))
        store.cache.settle()
        #expect(try store.isIntact(content))
        bench.server.change(bench.key(content), to: sample(2))
        #expect(try store.read(content) == sample(1))
        #expect(try !store.isIntact(content))
    }

    @Test("a server that ignores ranges is read all the same")
    func ignoredRanges() throws {
        let bench = try S3Bench(FakeS3(ignoresRanges: true))
        let content = try bench.store().put(sample(1))
        #expect(try bench.store(cache: "other").read(content, in: 100..<120) == sample(1)[100..<120])
    }

    @Test("the second range of small bytes fetches them whole")
    func wholeAfterRanges() throws {
        let bench = try S3Bench()
        let content = try bench.store().put(sample(1, byteCount: 100_000))
        let reader = try bench.store(cache: "other")
        bench.server.behave()
        for start in stride(from: 0, to: 100_000, by: 10_000) {
            let range = Int64(start)..<Int64(start + 10_000)
            #expect(try reader.read(content, in: range) == sample(1, byteCount: 100_000)[start..<start + 10_000])
            reader.cache.settle()
        }
        #expect(bench.server.requests.count == 2)
    }

    @Test("a store whose bucket or mark was deleted is noticed, but not one that is silent for a while")
    func presence() throws {
        let bench = try S3Bench()
        let store = try bench.store()
        try store.checkPresence()
        bench.server.misbehave { _, _ in .status(503, "SlowDown") }
        bench.advance(seconds: 60)
        try store.checkPresence()
        bench.server.behave()
        try store.checkPresence()
        // Asked at most twice a minute.
        #expect(bench.server.requests.isEmpty)
        bench.server.remove("forms/formwright.txt")
        bench.advance(seconds: 60)
        #expect(throws: StoreError.self) { try store.checkPresence() }
        bench.server.misbehave { _, _ in .status(404, "NoSuchBucket") }
        #expect(throws: StoreError.self) { try store.checkPresence() }
    }

    @Test("the check for readiness makes a single attempt")
    func reachability() throws {
        let bench = try S3Bench()
        let store = try bench.store()
        try store.checkReachable()
        for fault in [FakeS3.Fault.status(503, "SlowDown"), .status(403, "AccessDenied")] {
            bench.server.misbehave { _, _ in fault }
            #expect(throws: ObjectStoreError.self) { try store.checkReachable() }
            #expect(bench.server.requests.count == 1)
        }
        bench.server.behave()
        try store.checkReachable()
    }

    @Test("another process opens the store by its locator and credentials, which the locator does not contain")
    func locator() throws {
        let bench = try S3Bench()
        let store = try bench.store()
        let content = try store.put(sample(1))
        let sent = String(decoding: try JSONEncoder().encode(store.locator), as: UTF8.self)
        for part in [FakeS3.credentials.key, FakeS3.credentials.secret, FakeS3.credentials.token ?? "?"] {
            #expect(!sent.contains(part) && !"\(store.locator)".contains(part))
        }
        let locator = try JSONDecoder().decode(ArtefactLocator.self, from: Data(sent.utf8))
        bench.server.behave()
        let opened = try ArtefactStores.open(locator, credentials: store.credentials)
        // What the server supports is known already.
        #expect(bench.server.requests.isEmpty)
        #expect(try opened.read(content) == sample(1) && opened.locator == locator)
        let error = #expect(throws: Failure.self) { try ArtefactStores.open(locator, credentials: nil) }
        #expect(error?.code == .objectStoreCredentials)
        #expect(throws: UnknownArtefactStore.self) {
            try ArtefactStores.open(ArtefactLocator(scheme: "moon", address: ""), credentials: nil)
        }
        #expect(
            try ArtefactStores.open(LocalArtefactStore(root: bench.folder.path + "/local").locator, credentials: nil)
                is LocalArtefactStore)
    }

    @Test("an upload that fails leaves no object and no file, and cannot be continued")
    func failedUpload() throws {
        let bench = try S3Bench()
        let store = try bench.store()
        let upload = try store.upload()
        try upload.append(sample(1))
        bench.server.misbehave { _, _ in .status(403, "AccessDenied") }
        #expect(throws: ObjectStoreError.self) { try upload.commit() }
        #expect(throws: UploadClosedError()) { try upload.append(sample(1)) }
        #expect(bench.server.keys == ["forms/formwright.txt"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: bench.folder.path + "/cache/incoming").isEmpty)
    }
}
