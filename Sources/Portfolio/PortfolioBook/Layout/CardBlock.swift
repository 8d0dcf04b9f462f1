import Geometry
import Foundation
import Portfolio
import Typesetting

/// Places links as clickable cards.
struct CardBlock {
    let setting: BookSetting
    let flow: PageFlow

    private static let padding = 12.0
    /// The distance between cards.
    private static let gap = 12.0
    private static let radius = 3.0
    /// The maximum number of lines of a description.
    private static let longest = 6

    /// The texts of a card.
    private struct Card {
        var link: ArrangedLink
        var id: String
        var texts: [(text: FittedText, size: Double, space: Double)]

        var height: Double { texts.reduce(0) { $0 + $1.text.height + $1.space } + 2 * CardBlock.padding }
    }

    private var columns: Int { setting.grid.isWide ? 3 : 2 }
    private var width: Double {
        (setting.grid.content.width - Double(columns - 1) * Self.gap) / Double(columns)
    }

    /// Returns the total height of links.
    func height(_ links: [(id: String, link: ArrangedLink)]) -> Double {
        stride(from: 0, to: links.count, by: columns).reduce(0) { height, start in
            let row = links[start..<min(start + columns, links.count)].map { card($0, width: width).height }
            return height + (start > 0 ? Self.gap : 0) + (row.max() ?? 0)
        }
    }

    /// Places links row by row.
    func place(_ links: [(id: String, link: ArrangedLink)]) {
        let grid = setting.grid
        for start in stride(from: 0, to: links.count, by: columns) {
            let cards = links[start..<min(start + columns, links.count)].map { card($0, width: width) }
            let height = cards.map(\.height).max() ?? 0
            flow.reserve(height)
            for card in cards { flow.anchor(card.id) }
            var items: [PlannedItem] = []
            for (column, card) in cards.enumerated() {
                let x = grid.content.x + Double(column) * (width + Self.gap)
                items += self.items(card, in: Region(x: x, y: flow.y, width: width, height: height))
            }
            flow.place(items, height: height)
            if start + columns < links.count { flow.space(Self.gap) }
        }
    }

    private func card(_ item: (id: String, link: ArrangedLink), width: Double) -> Card {
        let link = item.link
        let room = width - 2 * Self.padding
        let palette = setting.palette
        func fit(_ text: String, _ style: TextStyle, lines: Int, spacing: Double) -> FittedText {
            func fit(_ text: String) -> FittedText { setting.fit(text, style, width: room, spacing: spacing) }
            return setting.cut(fit(text), to: lines, input: link.input, fit)
        }
        var texts: [(text: FittedText, size: Double, space: Double)] = []
        let note = setting.grid.sizes.note
        texts.append(
            (
                fit(
                    Self.name(of: link.platform), BookType.sans(note, weight: 700, color: palette.accent), lines: 1,
                    spacing: 1.3), note, 0
            ))
        if !link.title.isEmpty {
            let style = BookType.sans(setting.grid.sizes.lead, weight: 700, color: palette.ink)
            texts.append((fit(link.title, style, lines: 3, spacing: 1.25), setting.grid.sizes.lead, 3))
        }
        if !link.description.isEmpty {
            let style = BookType.serif(setting.grid.sizes.body, color: palette.ink)
            texts.append((fit(link.description, style, lines: Self.longest, spacing: 1.4), setting.grid.sizes.body, 5))
        }
        let address = BookType.sans(note, color: palette.faint)
        texts.append((fit(Self.short(link.url), address, lines: 2, spacing: 1.3), note, 7))
        return Card(link: link, id: item.id, texts: texts)
    }

    private func items(_ card: Card, in region: Region) -> [PlannedItem] {
        var items: [PlannedItem] = [
            .box(region, setting.palette.card, radius: Self.radius), .begin(.link),
            .link(region, .address(card.link.url), text: card.link.title.isEmpty ? card.link.url : card.link.title),
        ]
        var y = region.y + Self.padding
        for (index, part) in card.texts.enumerated() {
            // The addresses of a row are aligned at the bottom of its cards.
            y = index == card.texts.count - 1 ? region.bottom - Self.padding - part.text.height : y + part.space
            items.append(part.text.planned(x: region.x + Self.padding, y: y, size: part.size))
            y += part.text.height
        }
        return items + [.end]
    }

    /// Returns the printed form of an address: without the scheme, `www.`, query and fragment.
    static func short(_ url: String) -> String {
        var text = Substring(url)
        for scheme in ["https://", "http://"] where text.lowercased().hasPrefix(scheme) {
            text = text.dropFirst(scheme.count)
        }
        if text.lowercased().hasPrefix("www.") { text = text.dropFirst(4) }
        if let end = text.firstIndex(where: { $0 == "?" || $0 == "#" }) { text = text[..<end] }
        while text.last == "/" { text = text.dropLast() }
        return text.count > 48 ? text.prefix(47) + "…" : String(text)
    }

    /// Returns the name of a platform in its own spelling.
    static func name(of platform: String) -> String {
        switch platform {
        case "github": "GitHub"
        case "linkedin": "LinkedIn"
        case "instagram": "Instagram"
        case "twitter": "X"
        case "youtube": "YouTube"
        case "tiktok": "TikTok"
        case "behance": "Behance"
        case "dribbble": "Dribbble"
        case "vimeo": "Vimeo"
        default: "Website"
        }
    }
}
