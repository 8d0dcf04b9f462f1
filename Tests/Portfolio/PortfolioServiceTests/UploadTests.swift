import LocalStore
import FailureModel
import Foundation
import HTTPService
import Pipeline
import PortfolioInputs
import PortfolioService
import ServiceTestSupport
import SQLTestSupport
import Testing

@Suite("Uploads for portfolios", .onEveryEngine, .timeLimit(.minutes(30))) struct UploadTests {
    @Test("the name of a file is UTF-8 as it is, and leads nowhere")
    func names() async throws {
        try await ServiceHarness.run { service in
            let names = [
                ("Brücke über die Isar.jpg", "Brücke über die Isar.jpg"), ("写真 (1).heic", "写真 (1).heic"),
                ("../../etc/passwd", "passwd"), ("C:\\Users\\ada\\a.jpg", "a.jpg"), ("", "document"),
                ("it's 100% & more;.png", "it's 100% & more;.png"),
            ]
            for (sent, kept) in names {
                let answer = try await service.upload(Data("picture".utf8), sent)
                #expect(answer.status == 201, "\(sent): \(answer.text)")
                let id = try #require(DocumentID(answer.object["content_id"] as? String ?? ""))
                #expect(try await service.system.store.document(id, in: .all).fileName == kept)
            }
        }
    }

    @Test("what is no file is refused, and nothing is stored")
    func refusals() async throws {
        try await ServiceHarness.run(works: false) { service in
            let plain = try await service.ask("POST", "/api/content/upload", json: "{}")
            #expect(plain.status == 415 && plain.error == "unsupported_type")
            let type = ["Content-Type": "multipart/form-data; boundary=b"]
            let bodies = [
                "--b\r\nContent-Disposition: form-data; name=\"other\"\r\n\r\nx\r\n--b--\r\n",
                "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\nx", "",
            ]
            for body in bodies {
                let answer = try await service.ask("POST", "/api/content/upload", type, Data(body.utf8))
                #expect(answer.status == 400 && answer.error == "malformed_request", "\(body): \(answer.text)")
            }
            #expect(try await service.count(PortfolioInputKind.name) == 0)
        }
    }

    // Each node limits uploads.
    @Test("slow uploads of one user leave room for those of others", .onOneNode)
    func shares() async throws {
        var settings = ServiceHarness.open
        settings.uploads = 4
        try await ServiceHarness.run(settings: settings, users: ["ada", "eve"], works: false) { service in
            let (ada, eve) = (try await service.token(of: "ada").secret, try await service.token(of: "eve").secret)
            // One that comes while an upload below has the last place of eve's share is refused, so another follows it.
            var slow: [SlowUpload] = []
            var refused: HTTPAnswer
            repeat {
                slow.append(try SlowUpload(to: service.url, token: eve))
                try await Task.sleep(for: .milliseconds(50))
                refused = try await service.upload(Data("x".utf8), token: eve)
            } while refused.status == 201
            #expect(refused.status == 429 && refused.headers["retry-after"] == "2", "\(refused.text)")
            #expect(try await service.upload(Data("x".utf8), token: ada).status == 201)
            for upload in slow { upload.close() }
            // The places are free again as soon as the service has seen that nobody sends any more.
            while try await service.upload(Data("y".utf8), token: eve).status != 201 {
                try await Task.sleep(for: .milliseconds(50))
            }
            #expect(try await service.upload(Data("z".utf8), token: eve).status == 201)
        }
    }
}

/// An upload that has begun, and of which no more bytes come.
private final class SlowUpload: Sendable {
    private let socket: Int32

    init(to url: URL, token: String) throws {
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(url.port ?? 0).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let connected = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        let head = """
            POST /api/content/upload HTTP/1.1\r\nHost: 127.0.0.1:\(url.port ?? 0)\r\nAuthorization: Bearer \(token)\r\n\
            Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 1000000\r\n\r\n\
            --b\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\nx
            """
        guard connected == 0, send(socket, head, head.utf8.count, 0) == head.utf8.count else {
            throw Failure(.internalError, "The service cannot be reached.")
        }
    }

    func close() { _ = Glibc.close(socket) }
}
