import Formwright
import Foundation
import Pipeline
import PortfolioInputs
import PortfolioService
import ServiceTestSupport
import Testing

@Suite("Uploads for portfolios", .timeLimit(.minutes(1))) struct UploadTests {
    @Test("the name of a file is UTF-8 as it is, and leads nowhere")
    func names() async throws {
        try await RunningPortfolios.run { service in
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
        try await RunningPortfolios.run(works: false) { service in
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
}
