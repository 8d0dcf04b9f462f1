import FailureModel
import Files
import Foundation
import Portfolio
import Testing

@Suite struct PortfolioJSONTests {
    private func response(_ contents: PortfolioContents) throws -> PortfolioResponse {
        PortfolioJSON.response(for: try contents.arrangement(), of: contents, portfolioID: "id-1")
    }

    private func json(_ value: some Encodable) throws -> [String: Any] {
        try #require(JSONSerialization.jsonObject(with: JSONText.compact(value)) as? [String: Any])
    }

    private var contents: PortfolioContents {
        Sample.contents(
            [
                .file("a.jpg", Sample.photo(1), work: "w"), .file("b.jpg", Sample.photo(2), work: "w"),
                .file("c.jpg", Sample.photo(3), caption: "Three"), .file("v.mp4", Sample.video()),
                .file("p.pdf", Sample.document(pages: 2)), .link("https://github.com/ada", title: "Code"),
                .text(String(repeating: "word ", count: 60), title: "Bio"),
                .failed("x", Failure(.unsupportedType, "No.")),
                .file("d.jpg", Sample.photo(1)),
            ], date: "2026-01-31",
            metrics: [.init(label: "Clients", value: "40", trend: .init(direction: .up, percentage: 2.5))]
        )
    }

    @Test("keys are those of the contract")
    func keys() throws {
        let answer = try json(response(contents))
        #expect(
            Set(answer.keys) == [
                "success", "portfolio", "processing_summary", "failures", "left_out", "scorer_version",
            ])
        let portfolio = try #require(answer["portfolio"] as? [String: Any])
        #expect(
            Set(portfolio.keys) == [
                "portfolio_id", "user_id", "category", "version", "meta", "sections", "navigation", "analytics",
            ])
        #expect(portfolio["version"] as? String == "v1")
        let meta = try #require(portfolio["meta"] as? [String: String])
        #expect(
            meta == [
                "title": "Ada", "subtitle": "", "created_at": "2026-01-31T00:00:00Z",
                "updated_at": "2026-01-31T00:00:00Z", "language": "en", "theme": "auto",
            ])
        let summary = try #require(answer["processing_summary"] as? [String: Int])
        let sections = try #require(portfolio["sections"] as? [[String: Any]])
        let blocks = sections.flatMap { $0["blocks"] as? [[String: Any]] ?? [] }
        #expect(
            summary == [
                "total_inputs": 9, "processed": 8, "failed": 1, "sections_generated": sections.count,
                "blocks_generated": blocks.count,
            ])
        #expect(sections.map { $0["section_id"] as? String } == ["hook", "credibility", "work", "action"])
        #expect(sections.map { $0["layout"] as? String } == ["full", "contained", "contained", "contained"])
        #expect(sections.map { $0["order"] as? Int } == [1, 2, 3, 4])
        let visibility = try #require(sections[0]["visibility"] as? [String: Any])
        #expect(visibility["initial"] as? String == "visible")
        #expect(visibility["min_content_required"] as? Int == 1)
        let failures = try #require(answer["failures"] as? [[String: Any]])
        #expect(failures.count == 1 && failures[0]["index"] as? Int == 7)
        #expect(failures[0]["code"] as? String == "unsupported_type")
        let leftOut = try #require(answer["left_out"] as? [[String: Any]])
        #expect(leftOut.count == 1 && leftOut[0]["index"] as? Int == 8 && leftOut[0]["of"] as? Int == 0)
    }

    @Test("each type of block has the content of the contract")
    func blocks() throws {
        let answer = try json(response(contents))
        let portfolio = try #require(answer["portfolio"] as? [String: Any])
        let sections = try #require(portfolio["sections"] as? [[String: Any]])
        func content(_ section: Int, _ id: String) throws -> (
            type: String, content: [String: Any], block: [String: Any]
        ) {
            let blocks = try #require(sections[section]["blocks"] as? [[String: Any]])
            let block = try #require(blocks.first { $0["block_id"] as? String == id })
            return (
                try #require(block["block_type"] as? String), try #require(block["content"] as? [String: Any]), block
            )
        }
        let hero = try content(0, "hook_001")
        #expect(hero.type == "media")
        #expect(hero.content["media_type"] as? String == "image")
        #expect(hero.content["aspect_ratio"] as? String == "3:2")
        #expect(hero.content["playback"] == nil)
        #expect(hero.content["alt_text"] as? String == "w, picture 1 of 2")
        let sources = try #require(hero.content["sources"] as? [[String: String]])
        #expect(sources[0] == ["url": "001-high.jpg", "quality": "high", "mime_type": "image/jpeg"])
        #expect(sources[1] == ["url": "001-medium.jpg", "quality": "medium", "mime_type": "image/jpeg"])
        #expect(
            hero.content["thumbnail"] as? [String: String] == ["url": "001-thumb.jpg", "blurhash": "LEHV6nWB2yk8"])
        #expect(hero.block["style"] as? [String: String] == ["padding": "none"])
        #expect(hero.block["visibility"] as? [String: String] == ["initial": "expanded", "priority": "medium"])

        let text = try content(1, "credibility_007")
        #expect(text.type == "expandable_text")
        let preview = try #require(text.content["preview"] as? [String: Any])
        #expect(Set(preview.keys) == ["text", "max_lines", "title", "description"])
        #expect(preview["max_lines"] as? Int == 3)
        let short = try #require(preview["text"] as? String)
        // 40 words of 4 letters with 39 spaces are 199 characters, and an ellipsis makes 200.
        #expect(short == Array(repeating: "word", count: 40).joined(separator: " ") + "…")
        #expect((text.content["full_content"] as? [String: String])?["format"] == "plain")
        #expect(text.content["header"] as? String == "Bio")
        #expect(text.content["tags"] as? [String] == [])

        let link = try content(1, "credibility_006")
        #expect(link.type == "external_link")
        #expect(
            Set(link.content.keys) == ["url", "platform", "preview", "link_preview", "style", "open_in"])
        #expect(link.content["style"] as? String == "card")
        #expect(link.content["open_in"] as? String == "browser")
        let linkPreview = try #require(link.content["link_preview"] as? [String: Any])
        #expect(linkPreview["title"] as? String == "Code")
        #expect(linkPreview["description"] as? String == "")
        #expect(
            NSDictionary(dictionary: linkPreview)
                == NSDictionary(dictionary: try #require(link.content["preview"] as? [String: Any])))

        let metric = try content(1, "credibility_metrics")
        #expect(metric.type == "metric")
        #expect(Set(metric.content.keys) == ["metrics", "metricLayout", "metricStyle"])
        #expect(metric.content["metricLayout"] as? String == "horizontal")

        let gallery = try content(2, "work_001")
        #expect(gallery.type == "gallery")
        let items = try #require(gallery.content["items"] as? [[String: String]])
        #expect(items[1] == ["url": "002-high.jpg", "thumbnail_url": "002-thumb.jpg", "media_type": "image"])
        let layout = try #require(gallery.content["layout"] as? [String: Any])
        #expect(layout["type"] as? String == "grid" && layout["columns"] as? Int == 2)
        #expect(gallery.block["visibility"] as? [String: String] == ["initial": "collapsed", "priority": "medium"])

        let video = try content(2, "work_004")
        #expect(video.content["media_type"] as? String == "video")
        #expect(
            video.content["playback"] as? [String: Bool] == [
                "autoplay": true, "loop": true, "muted": true, "controls": true,
            ])
        let stream = try #require(video.content["sources"] as? [[String: String]])
        #expect(stream == [["url": "004-stream.mp4", "quality": "high", "mime_type": "video/mp4"]])

        let pages = try content(2, "work_005")
        let pageItems = try #require(pages.content["items"] as? [[String: String]])
        #expect(pageItems.map { $0["url"] } == ["005-high.jpg", "005-p02-high.jpg"])

        let contact = try content(3, "action_contact")
        #expect(contact.type == "cta")
        let primary = try #require(contact.content["primary_action"] as? [String: Any])
        #expect(primary["label"] as? String == "Get in Touch")
        #expect(primary["action_type"] as? String == "open_chat")
        #expect(primary["payload"] as? [String: String] == ["user_id": "u-1"])
        let secondary = try #require(contact.content["secondary_action"] as? [String: Any])
        #expect(secondary["action_type"] as? String == "save_card")
        #expect(secondary["payload"] as? [String: String] == ["email": "ada@example.org"])
        #expect(contact.block["style"] as? [String: String] == ["padding": "large"])
    }

    @Test("navigation names the sections that are there, and no others")
    func navigation() throws {
        let portfolio = try response(Sample.contents([.file("a.jpg", Sample.photo(1))])).portfolio
        let navigation = portfolio.navigation
        #expect(
            navigation.anchors == ["hook": "section_hook", "work": "section_work", "action": "section_action"])
        #expect(navigation.quickNav.items.map(\.label) == ["Overview", "Work", "Contact"])
        #expect(navigation.quickNav.items.map(\.icon) == ["star.fill", "briefcase.fill", "message.fill"])
        #expect(navigation.deepLinks.baseURL == "reshuffle://portfolio/id-1")
        #expect(navigation.deepLinks.sectionFormat == "reshuffle://portfolio/id-1/{section_id}")
        #expect(navigation.deepLinks.blockFormat == "reshuffle://portfolio/id-1/{section_id}/{block_id}")
        #expect(!portfolio.analytics.enabled)
        #expect(
            portfolio.analytics.trackEvents == ["portfolio_view", "section_view", "block_interaction", "cta_click"])
    }

    @Test("without any date, the dates are those of no day")
    func dates() throws {
        #expect(
            try response(Sample.contents([.text("x")])).portfolio.meta.createdAt == "1970-01-01T00:00:00Z")
        #expect(
            try response(Sample.contents([.file("a.jpg", Sample.photo(1, date: "2020-02-29"))])).portfolio.meta
                .updatedAt
                == "2020-02-29T00:00:00Z")
    }

    @Test("a video that could not be converted is shown by its poster")
    func poster() throws {
        let portfolio = try response(Sample.contents([.file("v.mp4", Sample.video(isStreamable: false))])).portfolio
        guard case .media(let media) = portfolio.sections[0].blocks[0].content else {
            Issue.record("The hook has the video.")
            return
        }
        #expect(media.mediaType == .image)
        #expect(media.playback == nil)
        #expect(media.sources.map(\.url) == ["001-high.jpg", "001-medium.jpg"])
    }

    @Test("a gallery has three columns from seven pictures on")
    func columns() {
        func columns(_ count: Int) -> Int {
            GalleryContent(
                (0..<count).map { _ in .init(url: "u", thumbnailURL: "t", mediaType: .image) }
            ).layout.columns
        }
        #expect(columns(6) == 2)
        #expect(columns(7) == 3)
    }

    @Test("every media address is mapped, and no other one")
    func mapping() throws {
        let portfolio = try response(contents).portfolio
        let names = portfolio.mediaAddresses
        #expect(names.contains("001-high.jpg") && names.contains("002-thumb.jpg") && names.contains("004-stream.mp4"))
        #expect(Set(names).count == names.count)
        #expect(PortfolioJSON.media(of: portfolio).map(\.description) == names)
        var mapped = portfolio
        mapped.mapMedia { "media/" + $0 }
        #expect(mapped.mediaAddresses == names.map { "media/" + $0 })
        let text = String(decoding: try JSONText.compact(mapped), as: UTF8.self)
        #expect(text.contains("\"https://github.com/ada\""))
        #expect(!text.contains("\"001-"))
        #expect(!text.contains("media/https"))
        var back = mapped
        back.mapMedia { String($0.dropFirst("media/".count)) }
        #expect(back == portfolio)
    }

    @Test("the answer is the same bytes each time and can be read back")
    func bytes() throws {
        let answer = try response(contents)
        let bytes = try JSONText.compact(answer)
        #expect(try JSONText.compact(response(contents)) == bytes)
        #expect(try JSONDecoder().decode(PortfolioResponse.self, from: bytes) == answer)
    }
}
