import FormsAPI
import FormwrightClient
import Foundation
import ServiceTestSupport
import Synchronization
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("The client for apps", .timeLimit(.minutes(30))) struct FormsClientTests {
    private static let form = "forms/uscourts-b121.acro.pdf"

    @Test("events are the same however the bytes of the stream are cut")
    func eventStream() throws {
        let text =
            "retry: 2000\n\nid: 7\nevent: document\ndata: {\"cause\":\"processing\",\"state\":\"processing\"}\n\n"
            + ": alive\r\n\r\nid:8\r\nevent: job\r\ndata: {\"cause\":\"progress\",\"state\":\"\",\r\n"
            + "data: \"stage\":\"detect\",\"completed\":1,\"total\":2,\"unit\":\"page\"}\r\n\r\n\rid: 9\rdata: {\"cause\":"
        let expected = [
            DocumentEvent(id: 7, cause: "processing", status: .processing),
            DocumentEvent(id: 8, cause: "progress", stage: "detect", completed: 1, total: 2, unit: "page"),
        ]
        let bytes = Array(text.utf8)
        for cut in 0...bytes.count {
            var parser = EventStreamParser()
            let events = try parser.read(bytes[..<cut]) + parser.read(bytes[cut...])
            #expect(events == expected, "cut at \(cut)")
        }
        var parser = EventStreamParser()
        #expect(throws: URLError.self) { try parser.read(Array("id: 1\ndata: {\"cause\"\n\n".utf8)) }
    }

    @Test("an upload from a file reports its progress up to the end")
    func progress() async throws {
        try await ServiceHarness.run(works: false) { service in
            let seen = Mutex<[Int64]>([])
            let totals = Mutex<Set<Int64>>([])
            let uploaded = try await service.client.upload(contentsOf: TestData.url(Self.form)) { sent, total in
                seen.withLock { $0.append(sent) }
                totals.withLock { _ = $0.insert(total) }
            }
            #expect(uploaded.document.fileName == "uscourts-b121.acro.pdf")
            let counts = seen.withLock { $0 }
            #expect(counts == counts.sorted() && !counts.isEmpty)
            #expect(totals.withLock { $0.count } == 1 && counts.last == totals.withLock { $0.first })
            let missing = service.folder.file("missing.pdf")
            await #expect(throws: (any Error).self) { try await service.client.upload(contentsOf: missing) }
        }
    }

    @Test("an upload that is cancelled ends at once and leaves no document")
    func cancellation() async throws {
        try await ServiceHarness.run(works: false) { service in
            let file = service.folder.file("large.pdf")
            try (Data("%PDF-1.7\n".utf8) + Data(count: 64 << 20)).write(to: file)
            let client = service.client
            let task = Mutex<Task<UploadedDocument, any Error>?>(nil)
            let upload = Task {
                try await client.upload(contentsOf: file) { _, _ in task.withLock { $0 }?.cancel() }
            }
            task.withLock { $0 = upload }
            await #expect(throws: (any Error).self) { try await upload.value }
            #expect(try await client.documents().total == 0)
        }
    }

    @Test("the events of a document tell its way from upload to ready, and continue after the last one seen")
    func events() async throws {
        try await ServiceHarness.run { service in
            let client = service.client
            let id = try await client.upload(contentsOf: TestData.url(Self.form)).documentId
            let watching = Task {
                var events: [DocumentEvent] = []
                for try await event in client.events(of: id, after: 0) {
                    events.append(event)
                    if event.status == .ready { break }
                }
                return events
            }
            try await client.process(id)
            let events = try await watching.value
            #expect(events.compactMap(\.status).first == .imported && events.last?.status == .ready)
            #expect(events.map(\.id) == events.map(\.id).sorted())
            #expect(events.contains { $0.stage == "detect" })
            let middle = events[events.count / 2].id
            var later: [DocumentEvent] = []
            for try await event in client.events(of: id, after: middle) {
                later.append(event)
                if event.status == .ready { break }
            }
            #expect(later.first.map { $0.id > middle } == true && later.last?.status == .ready)
            let unknown = await #expect(throws: ServiceError.self) {
                for try await _ in client.events(of: UUID()) {}
            }
            #expect(unknown?.error == "document_unknown")
        }
    }

    @Test("waiting for a document asks for its state where streams do not get through")
    func polling() async throws {
        try await ServiceHarness.run { service in
            let configuration = URLSessionConfiguration.ephemeral
            configuration.protocolClasses = [NoStreams.self]
            let client = FormwrightClient(
                baseURL: service.url, session: URLSession(configuration: configuration))
            let id = try await client.upload(contentsOf: TestData.url(Self.form)).documentId
            try await client.process(id)
            let events = Mutex(0)
            let detail = try await client.settled(id, polling: .milliseconds(50)) { _ in events.withLock { $0 += 1 } }
            #expect(detail.document.status == .ready)
            #expect(events.withLock { $0 } == 0)
        }
    }
}

/// Fails every event stream, as some proxies do.
private final class NoStreams: URLProtocol {
    override class func canInit(with request: URLRequest) -> Bool { request.url?.lastPathComponent == "events" }
    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
    override func startLoading() { client?.urlProtocol(self, didFailWithError: URLError(.networkConnectionLost)) }
    override func stopLoading() {}
}
