import FailureModel
import FormModel
import FormImport
import Foundation
import Pipeline
import Poppler
import Portfolio
import PortfolioInputs
import TestSupport
import Testing

@Suite("Drawings of portfolios", .timeLimit(.minutes(30))) struct InputDrawingTests {
    private func svg(_ content: String, size: String = "width=\"120\" height=\"60\"", head: String = "") -> Data {
        Data(
            "\(head)<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" \(size)>\(content)</svg>"
                .utf8)
    }

    private static let square = "<rect width=\"60\" height=\"60\" fill=\"#c81e1e\"/>"

    @Test("a drawing has renditions, and one page of lines with the same bytes each time")
    func drawing() async throws {
        let upload = svg(
            "<title>Logo</title><desc>Two\n squares</desc>" + Self.square,
            head: "<?xml version=\"1.0\"?>\n<!DOCTYPE svg PUBLIC \"a\" \"b.dtd\">\n")
        let analysed = try await Analysed(upload)
        let analysis = try analysed.analysis()
        #expect(analysis.mediaType == "image/svg+xml" && analysis.title == "Logo" && analysis.caption == "Two squares")
        let facts = try #require(analysis.picture)
        #expect(
            facts.isDrawing && facts.hasAlpha && !facts.isPlainJPEG && facts.width == 2_048 && facts.height == 1_024)
        let thumb = try ColourPicture(try #require(analysed.files["thumb.png"]))
        #expect(
            thumb.width == 400 && thumb.isClose(100, 100, to: 0xC81E_1EFF) && thumb.pixels[100 * 400 + 300] & 0xFF == 0)
        let pdf = try #require(analysed.files["drawing.pdf"])
        let page = try PopplerDocument(data: pdf).page(0)
        #expect(abs(page.size.width - 90) < 0.01 && abs(page.size.height - 45) < 0.01)
        #expect(pdf.range(of: Data("/Subtype /Image".utf8)) == nil && pdf.range(of: Data("2026".utf8)) == nil)
        #expect(analysis.warnings.isEmpty)
        #expect(try await Analysed(upload).files == analysed.files)
        let opaque = try await Analysed(svg("<rect width=\"120\" height=\"60\"/>"))
        #expect(opaque.files["high.jpg"] != nil)
    }

    @Test("the size is that of the view box if the drawing states none")
    func sizes() async throws {
        for (size, height) in [
            ("viewBox=\"0 0 10 40\"", 2_048), ("width=\"100%\" viewBox=\"0 0 40 10\"", 512), ("", 2_048),
        ] {
            #expect(try await Analysed(svg(Self.square, size: size)).analysis().picture?.height == height, "\(size)")
        }
        let huge = try await Analysed(svg(Self.square, size: "width=\"900000\" height=\"450000\""))
        #expect(try PopplerDocument(data: try #require(huge.files["drawing.pdf"])).page(0).size.width == 2_048)
    }

    @Test("nothing outside the file is read, whatever names it")
    func outside() async throws {
        let folder = try TemporaryFolder()
        let green = try ColourPicture(width: 60, height: 60) { _, _ in 0x00FF_00FF }.file(.png)
        let file = try folder.write(green, "green.png")
        let other = try folder.write(
            svg("<g id=\"a\"><rect width=\"60\" height=\"60\" fill=\"#00ff00\"/></g>"), "other.svg")
        // A pipe that blocks whoever opens it.
        let pipe = folder.file("pipe")
        #expect(mkfifo(pipe.path, 0o600) == 0)
        let server = try LocalListener()
        let names = [
            file.absoluteString, file.path, pipe.absoluteString, "green.png", "http://127.0.0.1:\(server.port)/a.png",
            "//127.0.0.1:\(server.port)/a.png",
        ]
        var contents = names.map { "<image width=\"60\" height=\"60\" xlink:href=\"\($0)\"/>" }
        contents.append("<image width=\"60\" height=\"60\" href=\"\(file.absoluteString)\"/>")
        contents.append("<use href=\"\(other.absoluteString)#a\"/>")
        contents.append(
            "<style>@import url(\"\(names[4])\"); rect { fill: url(\(other.absoluteString)#a) #0000ff }</style>")
        contents.append(
            "<filter id=\"f\"><feImage href=\"\(file.absoluteString)\"/></filter><g filter=\"url(\(other.absoluteString)#f)\"/>"
        )
        for content in contents {
            let analysed = try await Analysed(svg(content + "<rect x=\"60\" width=\"60\" height=\"60\"/>"))
            let analysis = try analysed.analysis()
            #expect(analysis.warnings == ["outside_references"], "\(content)")
            let thumb = try ColourPicture(try #require(analysed.files["thumb.png"]))
            #expect(!thumb.pixels.contains(0x00FF_00FF), "\(content)")
        }
        let include = "<xi:include xmlns:xi=\"http://www.w3.org/2001/XInclude\" href=\"\(other.path)\"/>"
        #expect(try await Analysed(svg(include + Self.square)).analysis().warnings == ["outside_references"])
        let sheet = "<?xml-stylesheet href=\"\(names[4])\" type=\"text/css\"?>"
        #expect(try await Analysed(svg(Self.square, head: sheet)).analysis().renditions.count == 3)
        #expect(server.connections == 0)
    }

    @Test("pictures inside the file are drawn if they may be, and checked by their headers")
    func embedded() async throws {
        func image(_ data: Data, _ type: String = "image/png") -> String {
            "<image width=\"120\" height=\"60\" href=\"data:\(type);base64,\(data.base64EncodedString())\"/>"
        }
        let green = try ColourPicture(width: 6, height: 3) { _, _ in 0x00C8_00FF }.file(.png)
        let drawn = try await Analysed(svg(image(green)))
        let thumb = try ColourPicture(try #require(drawn.files["thumb.jpg"] ?? drawn.files["thumb.png"]))
        #expect(thumb.isClose(200, 100, to: 0x00C8_00FF))
        #expect(try drawn.analysis().warnings.isEmpty)
        #expect(
            try await Analysed(svg(image(Pictures.pngHeader(width: 65_536, height: 65_536)))).code == .pictureTooLarge)
        #expect(try await Analysed(svg(image(svg(Self.square), "image/svg+xml"))).code == .unsupportedType)
        #expect(try await Analysed(svg("<image href=\"data:image/svg+xml,%3Csvg/%3E\"/>")).code == .unsupportedType)
        // What a camera wrote is not in the lines either.
        let photo = PictureBytes.inserting(
            0xE1, PictureBytes.exif(description: "d", secret: "SecretOwner", taken: "2026:01:31 09:30:00"),
            into: try Fixture.data("srgb.jpg"))
        let secret = try await Analysed(svg(image(photo, "image/jpeg")))
        #expect(secret.files.count == 5 && secret.files(with: "SecretOwner").isEmpty)
    }

    @Test("entities, depth, numbers of parts and endless references come to an end")
    func bombs() async throws {
        let laughs = "<!DOCTYPE svg [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;\">]>"
        #expect(try await Analysed(svg("<text>&b;</text>", head: laughs)).code == .unsupportedType)
        // What drawing programs declare is no bomb.
        let spaces =
            "<!DOCTYPE svg PUBLIC \"a\" \"b\" [\n<!ENTITY ns_svg \"http://www.w3.org/2000/svg\">\n<!ENTITY red 'fill=#c81e1e'>\n]>"
        let declared = try await Analysed(
            Data(
                "\(spaces)<svg xmlns=\"&ns_svg;\" width=\"20\" height=\"10\"><title>&red;</title><rect width=\"20\" height=\"10\"/></svg>"
                    .utf8))
        #expect(try declared.analysis().title == "fill=#c81e1e" && declared.files["high.jpg"] != nil)
        let long = "<!DOCTYPE svg [<!ENTITY a \"\(String(repeating: "a", count: 200))\">]>"
        let many = svg("<text>\(String(repeating: "&a;", count: 200_000))</text>", head: long)
        #expect(try await Analysed(many).code == .unsupportedType)
        let file = "<!DOCTYPE svg [<!ENTITY a SYSTEM \"file:///etc/passwd\">]>"
        #expect(try await Analysed(svg("<text>&a;</text>", head: file)).code == .unsupportedType)
        let deep = String(repeating: "<g>", count: 50_000) + String(repeating: "</g>", count: 50_000)
        #expect(try await Analysed(svg(deep)).code == .damagedDocument)
        #expect(try await Analysed(svg(String(repeating: "<g/>", count: 300_000))).code == .damagedDocument)
        // Each uses the one before ten times: 10 to the 12th parts.
        let uses = (1...12).map { level in
            "<g id=\"g\(level)\">" + String(repeating: "<use href=\"#g\(level - 1)\"/>", count: 10) + "</g>"
        }.joined()
        let used = try await Analysed(
            svg("<defs><rect id=\"g0\" width=\"1\" height=\"1\"/>\(uses)</defs><use href=\"#g12\"/>"))
        #expect(used.code == .damagedDocument)
        #expect(try await Analysed(svg("<g id=\"a\"><use href=\"#a\"/></g>")).document.state != .processing)
    }
}

/// A local port that counts who connects.
final class LocalListener {
    private let descriptor: Int32
    let port: UInt16

    init() throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = withUnsafeMutablePointer(to: &address) { place in
            place.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(descriptor, pointer, length) == 0 && listen(descriptor, 8) == 0
                    && getsockname(descriptor, pointer, &length) == 0
            }
        }
        guard bound else { throw POSIXError(.EADDRNOTAVAIL) }
        self.descriptor = descriptor
        port = UInt16(bigEndian: address.sin_port)
    }

    /// The number of connections so far, each of which is counted once.
    var connections: Int {
        var count = 0
        while case let accepted = accept(descriptor, nil, nil), accepted >= 0 {
            close(accepted)
            count += 1
        }
        return count
    }

    deinit { close(descriptor) }
}
