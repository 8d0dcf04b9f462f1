package import FailureModel
package import Foundation
import Pipeline
package import PortableText

/// A style sheet in YAML.
///
/// ```yaml
/// page: {size: A4, margins: {top: 72, start: 68, bottom: 72, end: 68}}
/// normal: {font: {family: Noto Serif, size: 11}, lineSpacing: 1.3, alignment: justified}
/// h1: {font: {size: 24, weight: 700}, foregroundColor: "#003366", padding: {top: 24, bottom: 8}}
/// styles:                    # styles that the document uses besides the standard ones
///   lead: {font: {size: 13}}
/// ```
package enum StyleFile {
    /// The standard styles, which are top-level keys of the file.
    private static let standard =
        PortableTextVocabulary.standardStyles.sorted() + PortableTextStyleSheet.objectTypes

    /// The key of additional styles.
    private static let further = "styles"

    /// Reads a style sheet.
    ///
    /// - Parameters:
    ///   - data: the file, in UTF-8.
    ///   - name: the name of the file in messages.
    /// - Returns: the style sheet.
    /// - Throws: `malformed_styles` with all mistakes and their lines; `input_too_large`.
    package static func read(_ data: Data, name: String) throws(Failure) -> PortableTextStyleSheet {
        try YAMLFile.read(data, name: name, read)
    }

    private static func read(_ file: SettingsFile) -> PortableTextStyleSheet {
        var sheet = PortableTextStyleSheet()
        guard let keys = file.root?.mapping(known: ["page", further] + standard) else { return sheet }
        if let page = keys["page"] { sheet.page = self.page(page) }
        for name in standard {
            if let node = keys[name] { sheet[name] = style(node) }
        }
        for (key, value) in keys[further]?.entries() ?? [] {
            guard let name = key.text() else { continue }
            if standard.contains(name) {
                key.report("“\(name)” is a standard style; write it outside “\(further)”.")
            } else if !PortableTextStyleSheet.isName(name) {
                key.report("The name of a style has letters, digits, hyphens and underscores, with a letter first.")
            } else {
                sheet[name] = style(value)
            }
        }
        return sheet
    }

    private static func page(_ node: SettingsNode) -> PortableTextStyleSheet.Page {
        var page = PortableTextStyleSheet.Page()
        let keys = node.mapping(known: ["size", "margins"])
        if let size = keys["size"]?.choice(of: PortableTextStyleSheet.Size.self) { page.size = size }
        if let margins = keys["margins"] { page.margins = padding(margins, in: 0...300) }
        return page
    }

    private static func style(_ node: SettingsNode) -> PortableTextStyle {
        let keys = node.mapping(known: [
            "font", "foregroundColor", "backgroundColor", "lineSpacing", "padding", "alignment",
        ])
        var style = PortableTextStyle()
        if let font = keys["font"] { style.font = self.font(font) }
        style.foregroundColor = keys["foregroundColor"].flatMap(color)
        style.backgroundColor = keys["backgroundColor"].flatMap(color)
        style.lineSpacing = keys["lineSpacing"]?.number(in: 0.5...5)
        if let padding = keys["padding"] { style.padding = self.padding(padding, in: 0...500) }
        style.alignment = keys["alignment"]?.choice(of: PortableTextStyle.Alignment.self)
        return style
    }

    private static func font(_ node: SettingsNode) -> PortableTextStyle.Font {
        let keys = node.mapping(known: ["family", "size", "weight", "slant"])
        return PortableTextStyle.Font(
            family: keys["family"]?.text(longest: 1_000), size: keys["size"]?.number(in: 1...200),
            weight: keys["weight"]?.integer(in: 100...1000),
            isItalic: keys["slant"]?.choice(of: Slant.self).map { $0 == .italic })
    }

    private enum Slant: String, CaseIterable {
        case normal, italic
    }

    private static func padding(
        _ node: SettingsNode, in range: ClosedRange<Double>
    ) -> PortableTextStyle.Padding {
        let keys = node.mapping(known: ["top", "start", "bottom", "end"])
        return PortableTextStyle.Padding(
            top: keys["top"]?.number(in: range), start: keys["start"]?.number(in: range),
            bottom: keys["bottom"]?.number(in: range), end: keys["end"]?.number(in: range))
    }

    private static func color(_ node: SettingsNode) -> PortableTextColor? {
        guard let text = node.text() else { return nil }
        guard let color = PortableTextColor(text) else {
            node.report("A colour is written as \"#rrggbb\" or \"#rgb\", in quotation marks.")
            return nil
        }
        return color
    }
}
