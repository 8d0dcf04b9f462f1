import Geometry
import Foundation
import Portfolio
import Typesetting

/// Places the contact details that the person gave.
struct ContactBlock {
    let setting: BookSetting
    let flow: PageFlow

    /// A means of contact.
    struct Way: Hashable {
        var label: String
        var text: String
        var target: LinkTarget?
    }

    /// Returns the given means of contact.
    static func ways(_ contact: PortfolioContact) -> [Way] {
        var ways: [Way] = []
        func given(_ text: String?) -> String? {
            guard let text = text?.trimmed, !text.isEmpty else { return nil }
            return text
        }
        if let email = given(contact.email) {
            ways.append(Way(label: "Email", text: email, target: .address("mailto:\(email)")))
        }
        if let phone = given(contact.phone) {
            let number = phone.filter { $0.isASCII && ($0.isNumber || $0 == "+") }
            ways.append(
                Way(label: "Phone", text: phone, target: number.isEmpty ? nil : .address("tel:\(number)")))
        }
        if let url = given(contact.url) {
            let isWeb = ["http://", "https://"].contains { url.lowercased().hasPrefix($0) }
            ways.append(
                Way(label: "Web", text: isWeb ? CardBlock.short(url) : url, target: isWeb ? .address(url) : nil))
        }
        return ways
    }

    func place() {
        let grid = setting.grid
        let palette = setting.palette
        for way in Self.ways(setting.book.manifest.contact) {
            let label = setting.fit(
                way.label, BookType.sans(grid.sizes.body, color: palette.faint), width: grid.side.width)
            let (text, size) = setting.fit(
                way.text, sizes: [grid.sizes.heading, grid.sizes.subtitle, grid.sizes.lead], lines: 1,
                width: grid.main.width, spacing: 1.3
            ) { BookType.sans($0, color: palette.accent, link: way.target) }
            let height = max(label.height, text.height) + 22
            flow.reserve(height)
            let labelLeft = grid.content.x
            flow.place(
                [
                    .box(
                        Region(x: labelLeft, y: flow.y, width: grid.content.width, height: 0.75), palette.rule,
                        radius: 0),
                    label.planned(
                        x: labelLeft, y: flow.y + 10 + max(0, text.height - label.height) / 2,
                        size: grid.sizes.body),
                    text.planned(x: grid.main.x, y: flow.y + 10, size: size),
                ], height: height)
        }
        setting.noteMissingCharacters("the contact")
    }
}
