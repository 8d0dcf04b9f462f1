import PortableText
import Foundation
import Testing

/// The public cases, each with the custom renderers that its input calls for.
@Suite("Public cases") struct PublicCaseTests {
    @Test("all cases are there") func complete() {
        #expect(PublicCase.all.count == 33)
        #expect(PublicCase.all.filter { $0.output == nil }.map(\.name) == ["060-list-issue"])
    }

    @Test("the HTML of a case is that of the other implementations", arguments: PublicCase.all)
    func html(_ test: PublicCase) throws {
        let renderers = Self.renderers(for: test.name)
        let reader = PortableTextReader(mode: .lenient, vocabulary: renderers.vocabulary)
        let (document, problems) = try reader.read(test.input)
        // Only the case about a missing renderer has a problem.
        #expect(problems.map(\.reason) == (test.name.hasPrefix("061") ? [.unsupportedMarkType] : []))
        var html = document.html(renderers: renderers)
        #expect(!html.isEmpty || document.blocks.isEmpty)
        guard let output = test.output else { return }
        if document.blocks.count > 1 { html = "<div>\(html)</div>" }
        #expect(Self.normalised(html) == Self.normalised(output))
    }

    /// Entities and the white space of style attributes can be written in several ways.
    private static func normalised(_ html: String) -> String {
        html.replacing("&#x27;", with: "'").replacing("&#39;", with: "'").replacing("&quot;", with: "\"")
            .replacing(": ", with: ":")
    }

    // MARK: Custom renderers

    private static func renderers(for name: String) -> HTMLRenderers {
        var renderers = HTMLRenderers()
        renderers.blocks["image"] = { block, isInline in
            let image = "<img src=\"\(address(of: block).escapedForHTML)\"/>"
            return isInline ? image : "<figure>\(image)</figure>"
        }
        renderers.blocks["button"] = { block, _ in
            "<button>\((block.fields["text"]?.text ?? "").escapedForHTML)</button>"
        }
        renderers.marks["highlight"] = { mark, content in
            let thickness = mark.definition?.fields["thickness"]?.integer ?? 1
            return "<span style=\"border:\(thickness)px solid;\">\(content)</span>"
        }
        if name.hasPrefix("051") {
            renderers.blocks["image"] = { block, _ in "<img alt=\"Such image\" src=\"\(address(of: block))\"/>" }
        }
        if name.hasPrefix("053") {
            renderers.marks["link"] = { mark, content in
                "<a class=\"mahlink\" href=\"\(mark.definition?.href ?? "")\">\(content)</a>"
            }
        }
        return renderers
    }

    /// The address of a picture on Sanity's servers, cut out by the crop.
    private static func address(of block: PortableTextBlock) -> String {
        let asset = block.fields["asset"]?.object
        if let url = asset?["url"]?.text { return url }
        // image-ID-WIDTHxHEIGHT-TYPE
        var parts = (asset?["_ref"]?.text ?? "").split(separator: "-").dropFirst().map(String.init)
        let type = parts.removeLast()
        let size = (parts.last ?? "").split(separator: "x").compactMap { Double($0) }
        let base = "https://cdn.sanity.io/images/3do82whm/production/\(parts.joined(separator: "-")).\(type)"
        guard let crop = block.fields["crop"]?.object, size.count == 2 else { return base }
        func edge(_ name: String) -> Double { crop[name]?.number ?? 0 }
        let rectangle = [
            edge("left") * size[0], edge("top") * size[1], (1 - edge("left") - edge("right")) * size[0],
            (1 - edge("top") - edge("bottom")) * size[1],
        ]
        return base + "?rect=\(rectangle.map { String(Int($0.rounded())) }.joined(separator: ","))&w=320&h=240"
    }
}
