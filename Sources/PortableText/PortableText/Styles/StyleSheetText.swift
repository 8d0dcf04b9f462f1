import Foundation

/// Writes style sheets as CSS, for HTML pages.
enum StyleSheetText {
    private static let base = """
        body { max-width: 42rem; margin: 2rem auto; padding: 0 1rem; }
        img { max-width: 100%; height: auto; }
        figure { margin: 1rem 0; text-align: center; }
        figure > span { display: inline-block; padding: 0.9rem; background: #eee; }
        figcaption { font-size: 0.9em; color: #5a5a5a; }
        table { border-collapse: collapse; }
        th, td { border: 1px solid #999; padding: 0.2rem 0.4rem; text-align: start; vertical-align: top; }
        th { background: #ebebeb; }
        blockquote { border-inline-start: 2px solid #b8b8b8; padding-inline-start: 0.75rem; }
        code { background: #eee; }
        pre code { background: none; }
        pre { overflow-x: auto; direction: ltr; text-align: left; }
        sup { line-height: 0; }
        [role=doc-endnotes] { margin-top: 2rem; border-top: 1px solid #999; font-size: 0.85em; }
        nav ul { list-style: none; padding: 0; }
        .level-2 { margin-inline-start: 1rem; }
        .level-3 { margin-inline-start: 2rem; }
        .level-4 { margin-inline-start: 3rem; }
        .level-5 { margin-inline-start: 4rem; }
        .level-6 { margin-inline-start: 5rem; }

        """

    private static let standard = [
        "normal": "p, li, td, th", "h1": "h1", "h2": "h2", "h3": "h3", "h4": "h4", "h5": "h5", "h6": "h6",
        "blockquote": "blockquote", ObjectType.code: "pre", ObjectType.table: "table", ObjectType.image: "figcaption",
    ]

    /// Returns the rules of all standard styles and of those that the sheet adds.
    static func css(of sheet: PortableTextStyleSheet) -> String {
        let added = sheet.styles.keys.filter { standard[$0] == nil && PortableTextStyleSheet.isName($0) }
        let selectors = standard.merging(added.map { ($0, ".\($0)") }) { first, _ in first }
        return base
            + selectors.sorted { $0.key < $1.key }.map { "\($0.value) { \(declarations(sheet[$0.key])) }\n" }
            .joined() + "th { font-weight: 700 }\n"
    }

    private static func declarations(_ style: PortableTextStyle) -> String {
        var declarations: [String] = []
        if let family = style.font.family { declarations.append("font-family: \(families(family))") }
        if let size = style.font.size { declarations.append("font-size: \(number(size))pt") }
        if let weight = style.font.weight { declarations.append("font-weight: \(weight)") }
        if let isItalic = style.font.isItalic { declarations.append("font-style: \(isItalic ? "italic" : "normal")") }
        if let color = style.foregroundColor { declarations.append("color: \(color.css)") }
        if let color = style.backgroundColor { declarations.append("background: \(color.css)") }
        if let spacing = style.lineSpacing {
            // The default line height is 1.2 times the size.
            declarations.append("line-height: \(number(spacing * 1.2))")
        }
        if let alignment = style.alignment {
            declarations.append("text-align: \(alignment == .justified ? "justify" : alignment.rawValue)")
        }
        let padding = style.padding
        let property = style.backgroundColor == nil ? "margin" : "padding"
        for (side, value) in [
            ("block-start", padding.top), ("inline-start", padding.start), ("block-end", padding.bottom),
            ("inline-end", padding.end),
        ] {
            if let value { declarations.append("\(property)-\(side): \(number(value))pt") }
        }
        return declarations.joined(separator: "; ")
    }

    private static func number(_ value: Double) -> String {
        let text = String(format: "%.3f", value)
        return String(text.reversed().drop { $0 == "0" }.drop { $0 == "." }.reversed())
    }

    /// Returns quoted font families, except generic ones, which lose their meaning in quotes.
    private static func families(_ list: String) -> String {
        list.split(separator: ",").map { name in
            let name = name.filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" }
                .trimmingCharacters(in: .whitespaces)
            return ["serif", "sans-serif", "monospace", "cursive", "fantasy"].contains(name) ? name : "\"\(name)\""
        }.joined(separator: ", ")
    }
}
