import LocalStore
import Artworks
import Foundation
import Pipeline
import ServiceTestSupport
import FamiliesService
import FamiliesSQL
import TestSupport
import SQLTestSupport
import Testing

@Suite("Pictures over HTTP", .onEveryEngine, .timeLimit(.minutes(30))) struct PictureRoutesTests {
    typealias Project = RunningProject
    private static let picture = ColourPicture(width: 64, height: 48) { x, _ in x < 32 ? 0xDC1E_1EFF : 0x1E1E_DCFF }
    private static let secret = "Secret 4f1c"

    /// A JPEG with a comment behind its first marker.
    private static func photo(_ picture: ColourPicture = picture) throws -> Data {
        let jpeg = try picture.file(.jpeg)
        let comment = Array(secret.utf8)
        return jpeg.prefix(2) + Data([0xFF, 0xFE, 0, UInt8(comment.count + 2)] + comment) + jpeg.dropFirst(2)
    }

    /// The one part of a form, as storage3 sends it: behind a field, and called by the name of the file.
    private static func form(_ bytes: Data, part: String = "file") -> (type: String, body: Data) {
        let head = """
            --xyz\r\nContent-Disposition: form-data; name="cacheControl"\r\n\r\n3600\r\n--xyz\r\n\
            Content-Disposition: form-data; name="\(part)"; filename="Holiday of Ada.jpg"\r\n\
            Content-Type: text/plain;charset=UTF-8\r\n\r\n
            """
        return ("multipart/form-data; boundary=xyz", Data(head.utf8) + bytes + Data("\r\n--xyz--\r\n".utf8))
    }

    private static func object(_ name: String) -> String { "/storage/v1/object/artworks/\(name)" }

    @Test("an upload is served cleaned, in either form of upload, and by the URL in its row without any header")
    func served() async throws {
        try await Project.run { project in
            let family = try await project.lovelaces()
            let form = Self.form(try Self.photo())
            // The Swift SDK sends IDs in capitals.
            let name = "\(family.id.uppercased())/album/sun.jpg"
            let added = try await project.upload(form.body, name, as: Project.cleo, "POST", ["Content-Type": form.type])
            #expect(added.status == 200, "\(added.text)")
            #expect(added.object["Key"] as? String == "artworks/\(family.id)/album/sun.jpg")
            #expect((added.object["Id"] as? String).flatMap { UUID(uuidString: $0) } != nil)

            let got = try await project.ask("GET", Self.object(name), as: Project.dora)
            #expect(got.status == 200 && got.headers["content-type"] == "image/jpeg")
            #expect(try Self.photo().range(of: Data(Self.secret.utf8)) != nil)
            #expect(got.body.range(of: Data(Self.secret.utf8)) == nil)
            #expect(try ColourPicture(got.body).isClose(8, 8, to: 0xDC1E_1EFF, within: 24))

            let artwork = try await project.artwork(family, picture: "\(family.id)/album/sun.jpg")
            let row = try #require(artwork.objects.first)
            for column in ["image_url", "thumbnail_url"] {
                let url = try #require(row[column] as? String)
                #expect(!url.contains("sun") && !url.contains(family.id))
                let read = try await project.ask("GET", url, ["Authorization": "", "apikey": ""])
                #expect(read.status == 200)
                #expect(try ColourPicture(read.body).width == 64)
            }
            // What was read can be written back.
            let back = try await project.ask(
                "PATCH", "/rest/v1/artworks?id=eq.\(row["id"] ?? "")", ["Prefer": "return=representation"],
                json: #"{"image_url":"\#(row["image_url"] ?? "")","thumbnail_url":"\#(row["thumbnail_url"] ?? "")"}"#)
            #expect(back.objects.first?["image_url"] as? String == row["image_url"] as? String)
            #expect(back.objects.first?["thumbnail_url"] as? String == row["thumbnail_url"] as? String)
            // As a web app does, which knows the address that a public object would have.
            let known = "\(project.service.url)/storage/v1/object/public/artworks/\(family.id)/album/sun.jpg"
            let moved = try await project.ask(
                "PATCH", "/rest/v1/artworks?id=eq.\(row["id"] ?? "")", json: #"{"moment_photo_url":"\#(known)"}"#)
            #expect(moved.status == 204)
            let foreign = try await project.ask(
                "PATCH", "/rest/v1/artworks?id=eq.\(row["id"] ?? "")",
                json: #"{"moment_photo_url":"https://example.org/x.jpg"}"#)
            #expect(foreign.status == 400 && foreign.code == "23514")
        }
    }

    @Test("parts, tags, HEAD, info and lists")
    func reading() async throws {
        try await Project.run { project in
            let family = try await project.lovelaces()
            for name in ["a.jpg", "b/c.jpg", "b/d.jpg"] {
                let form = Self.form(try Self.photo(), part: "")
                let answer = try await project.upload(
                    form.body, "\(family.id)/\(name)", "POST", ["Content-Type": form.type])
                #expect(answer.status == 200)
            }
            let path = Self.object("\(family.id)/a.jpg")
            let whole = try await project.ask("GET", path)
            let tag = try #require(whole.headers["etag"])
            let part = try await project.ask("GET", path, ["Range": "bytes=2-5"])
            #expect(part.status == 206 && part.body == whole.body[2..<6])
            #expect(part.headers["content-range"] == "bytes 2-5/\(whole.body.count)")
            #expect(try await project.ask("GET", path, ["If-None-Match": tag]).status == 304)
            let beyond = try await project.ask("GET", path, ["Range": "bytes=99999999-"])
            #expect(beyond.status == 416 && beyond.object["statusCode"] as? String == "416")
            let head = try await project.ask("HEAD", path)
            #expect(head.status == 200 && head.body.isEmpty)
            #expect(head.headers["content-length"] == "\(whole.body.count)")

            let info = try await project.ask("GET", "/storage/v1/object/info/artworks/\(family.id)/a.jpg")
            #expect(info.status == 200 && info.object["size"] as? Int == whole.body.count)
            #expect(info.object["content_type"] as? String == "image/jpeg" && info.object["etag"] as? String == tag)
            let absent = try await project.ask("GET", "/storage/v1/object/info/artworks/\(family.id)/x.jpg")
            #expect(absent.status == 404 && absent.error == "not_found")
            let exists = try await project.ask("HEAD", "/storage/v1/object/info/artworks/\(family.id)/a.jpg")
            #expect(exists.status == 200 && exists.body.isEmpty)

            func list(_ body: String, as user: String = Project.dora) async throws -> [String?] {
                let answer = try await project.ask("POST", "/storage/v1/object/list/artworks", as: user, json: body)
                #expect(answer.status == 200)
                return answer.objects.map { $0["name"] as? String }
            }
            #expect(try await list(#"{"prefix":"\#(family.id)","limit":100,"offset":0}"#) == ["a.jpg", "b"])
            let order = #""sortBy":{"column":"name","order":"desc"}"#
            #expect(try await list(#"{"prefix":"\#(family.id)/b/",\#(order)}"#) == ["d.jpg", "c.jpg"])
            #expect(try await list(#"{"prefix":""}"#) == [family.id])
            #expect(try await list(#"{"prefix":"\#(family.id)"}"#, as: Project.eve) == [])
        }
    }

    @Test("signed links open a picture until they expire, and no other")
    func links() async throws {
        try await Project.run { project in
            let family = try await project.lovelaces()
            let name = "\(family.id)/holiday.jpg"
            try await project.upload(try Self.photo(), name)
            func sign(_ seconds: String, as user: String? = Project.dora) async throws -> HTTPAnswer {
                try await project.ask(
                    "POST", "/storage/v1/object/sign/artworks/\(name)", as: user, json: #"{"expiresIn":\#(seconds)}"#)
            }
            let signed = try #require(try await sign(#""60""#).object["signedURL"] as? String)
            #expect(signed.hasPrefix("/object/sign/artworks/") && !signed.contains("holiday"))
            let none = ["Authorization": "", "apikey": ""]
            #expect(try await project.ask("GET", "/storage/v1\(signed)", none).status == 200)
            let download = try await project.ask("GET", "/storage/v1\(signed)&download=", none)
            #expect(download.headers["content-disposition"]?.contains("picture.jpg") == true)
            for changed in [
                signed.dropLast() + (signed.hasSuffix("0") ? "1" : "0"), signed.prefix { $0 != "?" },
                signed + "&token=x", Substring(signed.replacing("?", with: "/thumb.jpg?")),
            ] {
                let answer = try await project.ask("GET", "/storage/v1\(changed)", none)
                #expect(answer.status == 400 && answer.error == "InvalidJWT")
            }
            let several = try await project.ask(
                "POST", "/storage/v1/object/sign/artworks", as: Project.dora,
                json: #"{"expiresIn":60,"paths":["\#(name)","\#(family.id)/x.jpg","../x"]}"#)
            #expect(several.objects.count == 3 && several.objects[0]["error"] is NSNull)
            #expect((several.objects[0]["signedURL"] as? String)?.hasPrefix("/object/sign/") == true)
            #expect(several.objects[1]["signedURL"] is NSNull && several.objects[1]["error"] is String)
            for wrong in ["0", "-1", "99999999999", #""x""#, "null"] {
                #expect(try await sign(wrong).status == 400)
            }
            func hour() -> Int { Int(project.service.clock.date.timeIntervalSince1970) / 3_600 }
            let begun = hour()
            let row = try await project.artwork(family, picture: name)
            let url = try #require(row.objects.first?["image_url"] as? String)
            let later = try await project.get("artworks?select=image_url")
            let isSame = later.objects.first?["image_url"] as? String == url
            #expect(isSame || hour() != begun, "stable within the hour")

            project.service.clock.advance(by: .seconds(61))
            #expect(try await project.ask("GET", "/storage/v1\(signed)", none).error == "InvalidJWT")
            #expect(try await project.ask("GET", url, none).status == 200)
            project.service.clock.advance(by: .seconds(7_200))
            #expect(try await project.ask("GET", url, none).status == 400)
            let fresh = try await project.get("artworks?select=image_url")
            #expect(fresh.objects.first?["image_url"] as? String != url)
        }
    }

    @Test("another family's pictures are absent, and whoever may not upload leaves nothing behind")
    func policies() async throws {
        try await Project.run { project in
            let family = try await project.lovelaces()
            let name = "\(family.id)/sun.jpg"
            let jpeg = try Self.photo()
            try await project.upload(jpeg, name, as: Project.cleo)
            for user in [Project.eve, nil] {
                for (method, path) in [
                    ("GET", "object/artworks/"), ("GET", "object/info/artworks/"), ("POST", "object/sign/artworks/"),
                ] {
                    let body = method == "GET" ? nil : Data(#"{"expiresIn":60}"#.utf8)
                    func ask(_ name: String) async throws -> HTTPAnswer {
                        try await project.ask(
                            method, "/storage/v1/\(path)\(name)", as: user, ["Content-Type": "application/json"], body)
                    }
                    let hidden = try await ask(name)
                    let absent = try await ask("\(UUID().uuidString)/sun.jpg")
                    #expect(hidden.status == 404 && hidden.body == absent.body, "\(method) \(path)")
                }
                let removed = try await project.ask(
                    "DELETE", "/storage/v1/object/artworks", as: user, json: #"{"prefixes":["\#(name)"]}"#)
                #expect(removed.status == 200 && removed.text == "[]")
            }
            let before = try await project.service.system.store.count(DocumentQuery(in: .all))
            for (user, method) in [(Project.eve, "POST"), (Project.dora, "POST"), (Project.dora, "PUT"), (nil, "POST")]
            {
                let other = try ColourPicture(width: 9, height: 9) { _, _ in 0x0102_03FF }.file(.png)
                let refused = try await project.upload(other, "\(family.id)/new.png", as: user, method)
                #expect(refused.status == 403 && refused.object["statusCode"] as? String == "403")
            }
            #expect(try await project.service.system.store.count(DocumentQuery(in: .all)) == before)
            #expect(try await project.ask("GET", Self.object(name), as: Project.cleo).status == 200)
            // A document's generic routes know it by an owner that is no user.
            let documents = try await project.service.system.store.documents(DocumentQuery(in: .all))
            #expect(documents.map(\.owner) == [FamilyOwner.id(of: family.id)])
            #expect(documents.map(\.fileName) == ["picture"])
        }
    }

    @Test("a name is taken once; x-upsert and PUT replace the bytes under the same ID")
    func upsert() async throws {
        try await Project.run { project in
            let family = try await project.lovelaces()
            let name = "\(family.id)/sun.jpg"
            let first = try await project.upload(try Self.photo(), name, as: Project.cleo)
            let taken = try await project.upload(try Self.photo(), name)
            #expect(taken.status == 409 && taken.error == "Duplicate")
            _ = try await project.artwork(family, picture: name)
            let blue = ColourPicture(width: 64, height: 48) { _, _ in 0x1E1E_DCFF }
            for (method, headers) in [("POST", ["x-upsert": "true"]), ("PUT", [:])] {
                let replaced = try await project.upload(
                    try Self.photo(blue), name, as: Project.cleo, method, headers)
                #expect(replaced.status == 200 && replaced.object["Id"] as? String == first.object["Id"] as? String)
                let got = try await project.ask("GET", Self.object(name))
                #expect(try ColourPicture(got.body).isClose(8, 8, to: 0x1E1E_DCFF, within: 24))
                #expect(try await project.service.system.store.documents(DocumentQuery(in: .all)).count == 1)
            }
            let state = try await project.get("artworks?select=status")
            #expect(["processing", "ready"].contains(state.objects.first?["status"] as? String))
            // Another member may not, and a parent may.
            try await project.upload(try Self.photo(), "\(family.id)/ada.jpg", as: Project.ada)
            #expect(
                try await project.upload(try Self.photo(), "\(family.id)/ada.jpg", as: Project.cleo, "PUT").status
                    == 403)
            #expect(try await project.upload(try Self.photo(), name, as: Project.ada, "PUT").status == 200)
        }
    }

    @Test("a picture that is removed is gone with its bytes; one that an artwork has goes with the artwork")
    func removal() async throws {
        try await Project.run { project in
            let family = try await project.lovelaces()
            for name in ["sun.jpg", "spare.jpg"] {
                let jpeg = try Self.photo(ColourPicture(width: 40, height: 30 + name.count) { _, _ in 0x1E1E_DCFF })
                try await project.upload(jpeg, "\(family.id)/\(name)", as: Project.cleo)
                #expect(try await project.ask("GET", Self.object("\(family.id)/\(name)")).status == 200)
            }
            _ = try await project.artwork(family, picture: "\(family.id)/sun.jpg")
            let documents = try await project.service.system.store.documents(DocumentQuery(in: .all))
            let removed = try await project.ask(
                "DELETE", "/storage/v1/object/artworks", as: Project.cleo,
                json: #"{"prefixes":["\#(family.id)/sun.jpg","\#(family.id)/spare.jpg","\#(family.id)/x.jpg"]}"#)
            #expect(removed.objects.map { $0["name"] as? String } == ["\(family.id)/spare.jpg"])
            #expect(try await project.ask("GET", Self.object("\(family.id)/spare.jpg")).status == 404)
            #expect(try await project.ask("GET", Self.object("\(family.id)/sun.jpg")).status == 200)
            let left = try await project.service.system.store.documents(DocumentQuery(in: .all))
            #expect(left.count == 1)
            for gone in documents where !left.map(\.id).contains(gone.id) {
                #expect(try !project.service.system.artefacts.contains(gone.content))
            }
        }
    }

    @Test("names that lead elsewhere, other buckets, and what is public are refused")
    func names() async throws {
        try await Project.run(works: false) { project in
            let family = try await project.lovelaces()
            let jpeg = try Self.photo()
            for name in [
                "\(family.id)/%2E%2E/x.jpg", "\(family.id)//x.jpg", "\(family.id)/a%00.jpg", "\(family.id)", "x.jpg",
                "\(family.id)/" + String(repeating: "a", count: 600), "\(family.id)/%5C..%5Cx.jpg",
                "\(family.id)/%ff.jpg",
                "x/y.jpg",
            ] {
                let answer = try await project.upload(jpeg, name)
                #expect([400, 403].contains(answer.status), "\(name): \(answer.status)")
                #expect(answer.object["statusCode"] as? String == "\(answer.status)")
                #expect([400, 404].contains(try await project.ask("GET", Self.object(name)).status))
            }
            let other = try await project.ask("GET", "/storage/v1/object/avatars/\(family.id)/x.jpg")
            #expect(other.status == 404 && other.error == "Bucket not found")
            let open = try await project.ask("GET", "/storage/v1/object/public/artworks/\(family.id)/x.jpg", as: nil)
            #expect(open.status == 404 && open.error == "Bucket not found")
            let expired = try await project.ask("GET", Self.object("\(family.id)/x.jpg"), as: NamedCallers.expired)
            #expect(expired.status == 401 && expired.object["message"] as? String == "jwt expired")
        }
    }

    @Test("hostile uploads are refused by their bytes, or never served")
    func hostile() async throws {
        try await Project.run { project in
            let family = try await project.lovelaces()
            func upload(_ bytes: Data, _ name: String) async throws -> HTTPAnswer {
                try await project.upload(bytes, "\(family.id)/\(name)")
            }
            for bytes in [
                Data("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8), Data("GIF89a".utf8), Data("%PDF-1.7".utf8),
            ] {
                let refused = try await upload(bytes + Data(count: 100), "wrong.jpg")
                #expect(refused.status == 415 && refused.error == "invalid_mime_type", "\(refused.text)")
            }
            #expect(try await upload(Data(), "empty.jpg").status == 400)
            let large = try Self.photo() + Data(count: 26 << 20)
            let tooLarge = try await upload(large, "large.jpg")
            #expect(tooLarge.status == 413 && tooLarge.error == "Payload too large")
            let form = Self.form(large)
            let alsoTooLarge = try await project.upload(
                form.body, "\(family.id)/large.jpg", "POST", ["Content-Type": form.type])
            #expect(alsoTooLarge.status == 413)
            for (name, bytes, code) in [
                ("truncated.jpg", try Self.photo().prefix(300), "damaged_picture"),
                ("bomb.png", Pictures.pngHeader(width: 65_536, height: 65_536), "picture_too_large"),
            ] as [(String, Data, String)] {
                #expect(try await upload(bytes, name).status == 200)
                let answer = try await project.ask("GET", Self.object("\(family.id)/\(name)"))
                #expect([413, 422].contains(answer.status) && answer.error == code, "\(name): \(answer.text)")
            }
            // A picture that is an archive as well is served as a picture alone.
            let script = Data("PK\u{3}\u{4}<script>alert(1)</script>".utf8)
            #expect(try await upload(try Self.photo() + script, "polyglot.jpg").status == 200)
            let served = try await project.ask("GET", Self.object("\(family.id)/polyglot.jpg"))
            #expect(served.status == 200 && served.body.range(of: Data("script".utf8)) == nil)
            #expect(served.headers["x-content-type-options"] == "nosniff")
        }
    }

    @Test("a picture that is not cleaned in time is answered with 503 and a time to come back")
    func notReady() async throws {
        try await Project.run(works: false, patience: .milliseconds(300)) { project in
            let family = try await project.lovelaces()
            try await project.upload(try Self.photo(), "\(family.id)/sun.jpg")
            let answer = try await project.ask("GET", Self.object("\(family.id)/sun.jpg"))
            #expect(answer.status == 503 && answer.headers["retry-after"] == "5" && answer.error == "not_ready")
            let info = try await project.ask("GET", "/storage/v1/object/info/artworks/\(family.id)/sun.jpg")
            #expect(info.status == 200 && info.object["size"] is NSNull)
        }
    }

    @Test("no name, story or address of a family is logged")
    func privacy() async throws {
        try await Project.run { project in
            let family = try await project.lovelaces()
            let form = Self.form(try Self.photo())
            let name = "\(family.id)/Birthday-of-Zoe.jpg"
            try await project.upload(form.body, name, "POST", ["Content-Type": form.type])
            _ = try await project.artwork(family, picture: name, story: "Once upon a time there was Zoe")
            _ = try await project.get("artworks?story=like.*Zoe*&select=nothing")
            _ = try await project.post("artworks?Zoe=eq.1", #"{"title":"Zoe""#)
            _ = try await project.upload(Data("Zoe".utf8), "\(family.id)/Zoe.jpg")
            _ = try await project.ask("GET", Self.object("\(family.id)/Zoe2.jpg"))
            for word in ["Zoe", "Lovelace", "Holiday", "Mia", family.id, Self.secret] {
                #expect(!project.service.log.text.contains(word), "\(word)")
            }
            #expect(project.service.log.text.contains("/storage/v1/object/{bucket}/**"))
        }
    }
}
