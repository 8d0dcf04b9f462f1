import Foundation
import LocalStore
import PipelineSQL
import SQL
import SQLTestSupport
import ServiceTestSupport
import TestSupport
import Testing

/// Pictures are stored under their hash, which a stranger knows who has the same file.
@Suite("Guessed names of pictures", .onEveryEngine, .timeLimit(.minutes(30))) struct GuessedPictureTests {
    @Test("no route gives a stranger a picture for its hash, its IDs or its name")
    func routes() async throws {
        try await RunningProject.run { project in
            let family = try await project.lovelaces()
            let strangers = try await project.makeFamily("Eves", of: RunningProject.eve)
            let photo = try ColourPicture(width: 64, height: 48) { _, _ in 0xDC1E_1EFF }.file(.jpeg)
            let name = "\(family.id)/album/sun.jpg"
            #expect(try await project.upload(photo, name).status == 200)
            let served = try await project.ask("GET", "/storage/v1/object/artworks/\(name)", as: RunningProject.dora)
            #expect(served.status == 200)
            let guesses = try await project.service.system.database.read { db in
                try db.values(
                    String.self,
                    """
                    SELECT content FROM documents UNION SELECT content FROM artefacts UNION SELECT id FROM documents
                    UNION SELECT id FROM storytelling_pictures
                    """)
            }
            // The upload, its cleaned picture and at least one rendition; the document and the picture.
            #expect(guesses.count >= 4)
            let objects = "/storage/v1/object"
            for guess in guesses + [name, "album/sun.jpg"] {
                for path in [
                    "\(objects)/artworks/\(guess)", "\(objects)/artworks/\(strangers.id)/\(guess)",
                    "\(objects)/artworks/\(family.id)/\(guess)", "\(objects)/public/artworks/\(guess)",
                    "\(objects)/info/artworks/\(guess)", "\(objects)/sign/artworks/\(guess)",
                    "\(objects)/sign/artworks/\(guess)/thumb.jpg", "/books/v1/files/\(guess)/book.pdf",
                    "/books/v1/\(guess)", "/books/v1/\(strangers.id)/\(guess)", "/books/v1/\(family.id)/\(guess)",
                ] {
                    for user in [RunningProject.eve, nil] {
                        let answer = try await project.ask("GET", path, as: user)
                        #expect((400..<500).contains(answer.status), "\(path): \(answer.status)")
                        #expect(answer.body != served.body && answer.body != photo, "\(path)")
                    }
                }
                let signed = try await project.ask(
                    "POST", "\(objects)/sign/artworks/\(guess)", as: RunningProject.eve, json: #"{"expiresIn":60}"#)
                #expect((400..<500).contains(signed.status), "\(guess): \(signed.text)")
                // A row of her own family leads to no picture of another.
                for reference in [guess, "\(project.service.url)\(objects)/sign/artworks/\(guess)"] {
                    let row = try await project.artwork(strangers, picture: reference, as: RunningProject.eve)
                    #expect((400..<500).contains(row.status), "\(reference): \(row.text)")
                }
            }
        }
    }
}
