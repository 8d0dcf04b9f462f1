import FailureModel
import Foundation
import PortableText
import PortableTextDomain
import Testing

@Suite("Files of types") struct TypesFileTests {
    private func read(_ text: String) throws(Failure) -> PortableTextTypes {
        try TypesFile.read(Data(text.utf8), name: "types.yaml")
    }

    @Test("paths, styles, decorators and links are read")
    func mapping() throws {
        let types = try read(
            """
            types:
              mainImage: {as: image, src: images.0.asset.url}
              callout: {as: blockquote, text: message}
              divider: {as: nothing}
            marks:
              highlight: strong
              comment: nothing
              internalLink: {href: slug.current, prefix: "https://example.org/"}
            """)
        #expect(
            types.objects == [
                "mainImage": .init(.object(type: "image"), members: ["src": ["images", "0", "asset", "url"]]),
                "callout": .init(.text(style: "blockquote"), members: ["text": ["message"]]),
                "divider": .init(.nothing),
            ])
        #expect(
            types.marks == [
                "highlight": .decorator("strong"), "comment": .nothing,
                "internalLink": .link(path: ["slug", "current"], prefix: "https://example.org/"),
            ])
        #expect(try read("") == PortableTextTypes())
    }

    @Test("all mistakes are listed with their lines")
    func mistakes() throws {
        let text = """
            types:
              block: {as: image}
              a: {src: b}
              b: {as: image, url: c}
              c: {as: nothing, text: d}
            marks:
              d: bold
              e: {prefix: x}
            other: 1
            """
        let failure = #expect(throws: Failure.self) { try read(text) }
        #expect(failure?.code == .malformedStyles && failure?.all.count == 7, "\(failure?.all.map(\.message) ?? [])")
    }
}
