package import Geometry
import PDFSyntax

/// An AcroForm widget, the representation of a field on a page.
package struct Widget: Sendable, Hashable {
    package enum Kind: String, Sendable {
        case text, checkbox, radio, choice, signature
    }

    /// The page, from 0.
    package var page: Int
    /// The index in the page's `/Annots`, from 0.
    ///
    /// Together with the page, it identifies the widget.
    package var index: Int
    package var kind: Kind
    /// The names of the field and its parents, joined by dots.
    package var name: String
    /// The region on the displayed page.
    package var region: Region
    /// The field's name for users (`/TU`).
    package var tooltip: String?
    /// The value of the field: its text, or a button's state.
    package var value: String?
    /// The exported values of a choice field, several for multiple selection.
    package var selected: [String]
    /// The name of a button's on state.
    package var onState: String?
    /// The export value of a button, if listed separately from state names (`/Opt`).
    package var exportValue: String?
    package var isOn: Bool
    /// Whether a button has an on appearance.
    package var hasMark: Bool
    /// The choices with their exported and displayed texts.
    package var options: [Option]
    /// Whether a choice field is a list instead of a combo box.
    package var isList: Bool
    /// The first visible choice of a list, from 0.
    package var topIndex: Int
    package var isMultiline: Bool
    /// Whether the characters are placed in `maxLength` cells of equal width.
    package var isComb: Bool
    package var maxLength: Int?
    package var isReadOnly: Bool
    package var isRequired: Bool
    /// The flags of the field (`/Ff`).
    package var flags: Int
    /// Whether a signature field holds a digital signature.
    package var isSigned: Bool
    package var alignment: TextAlignment
    /// The size of the default appearance in points of the displayed page.
    ///
    /// `nil` if it is 0, which means automatic.
    package var fontSize: Double?
    package var look: Look
    /// The script that formats the value, `/AA` `/F`.
    package var formatScript: String?
    /// The script that calculates the value, `/AA` `/C`.
    package var calculationScript: String?
    /// The hint that Formwright recorded when it created the widget.
    package var hint: WidgetHint?

    /// Whether the text must be hidden.
    package var isPassword: Bool { kind == .text && flags & FieldBits.password != 0 }

    /// A choice of a choice field.
    package struct Option: Sendable, Hashable {
        package var export: String
        package var shown: String
    }

    /// The decoration around the value, `/MK` and `/BS`.
    ///
    /// Colours are gray, RGB or CMYK components from 0 to 1.
    package struct Look: Sendable, Hashable {
        package var background: [Double]?
        package var border: [Double]?
        /// The width of the border in points of the displayed page.
        package var borderWidth: Double
        package var borderStyle: BorderStyle
        /// The ZapfDingbats character of a button's mark.
        package var mark: Character?
        /// The text colour of the default appearance, `/DA`.
        package var text: [Double]?
        /// The counterclockwise rotation of the value on the displayed page.
        ///
        /// It is given in degrees, as a multiple of 90.
        package var rotation: Int
        /// Whether a button's background and border are an ellipse rather than a rectangle.
        package var isRound: Bool

        /// Whether the background or border is visible.
        package var isVisible: Bool { background != nil || border != nil && borderWidth > 0 }
    }

    /// The border style of a widget (ISO 32000-1, table 166).
    package enum BorderStyle: String, Sendable, Hashable {
        case solid = "S"
        case dashed = "D"
        case beveled = "B"
        case inset = "I"
        case underline = "U"
    }
}

extension PDFFile {
    /// Whether the form is defined in XFA, which only Adobe's readers draw.
    package var hasXFA: Bool { !root["/AcroForm"]["/XFA"].isNull }

    /// Returns the fillable widgets of a page, without hidden ones, push buttons and bar codes.
    package func widgets(onPage index: Int) throws(QPDFError) -> [Widget] {
        let page = try page(index)
        let geometry = geometry(of: page)
        return page["/Annots"].items.enumerated().compactMap { place, annotation in
            widget(annotation, page: index, index: place, geometry: geometry)
        }
    }

    private func widget(_ object: PDFObject, page: Int, index: Int, geometry: PageGeometry) -> Widget? {
        guard object.isWidget, !object.isHidden else { return nil }
        let r = object["/Rect"].items.compactMap(\.number)
        guard r.count == 4 else { return nil }
        let page0 = Region(x: 0, y: 0, width: geometry.size.width, height: geometry.size.height)
        guard let region = geometry.displayed(x1: r[0], y1: r[1], x2: r[2], y2: r[3]).intersection(page0),
            region.width >= 2, region.height >= 2
        else { return nil }
        let flags = object.inherited("/Ff").integer ?? 0
        guard let kind = Self.kind(of: object, flags: flags) else { return nil }
        let maxLength = object.inherited("/MaxLen").integer.flatMap { $0 > 0 ? $0 : nil }
        let mark = object["/AP"]["/N"].keys.first { $0 != "/Off" }.map { String($0.dropFirst()) }
        let value = object.inherited("/V")
        let valueText =
            Self.text(of: value) ?? value.name
            ?? value.streamData.map { String(decoding: $0, as: UTF8.self) }
        let isButton = kind == .checkbox || kind == .radio
        let state = object["/AS"].name ?? value.name
        // A button without appearances has its state's name in `/AS`.
        let onState = mark ?? object["/AS"].name.flatMap { $0 == "Off" ? nil : $0 }
        return Widget(
            page: page, index: index, kind: kind, name: Self.fullName(of: object), region: region,
            tooltip: Self.words(object.inherited("/TU").text), value: valueText,
            selected: kind == .choice
                ? valueText.map { $0.isEmpty ? [] : [$0] } ?? value.items.compactMap(Self.text) : [],
            onState: isButton ? onState : nil, exportValue: isButton ? Self.exportValue(of: object) : nil,
            isOn: isButton && state.map { $0 != "Off" && $0 == onState } ?? false, hasMark: isButton && mark != nil,
            options: kind == .choice ? Self.options(of: object) : [],
            isList: kind == .choice && flags & FieldBits.combo == 0,
            topIndex: max(0, object.inherited("/TI").integer ?? 0),
            isMultiline: kind == .text && flags & FieldBits.multiline != 0,
            isComb: kind == .text && Self.isComb(flags) && (1...Self.mostCells).contains(maxLength ?? 0),
            maxLength: kind == .text ? maxLength : nil, isReadOnly: flags & FieldBits.readOnly != 0,
            isRequired: flags & FieldBits.required != 0,
            flags: flags,
            isSigned: kind == .signature && value.isDictionary,
            alignment: [.left, .center, .right][min(2, max(0, object.inherited("/Q").integer ?? 0))],
            fontSize: Self.fontSize(object.inherited("/DA").text).map { $0 * geometry.userUnit },
            look: Self.look(of: object, kind: kind, geometry: geometry),
            formatScript: kind == .text ? Self.script("/F", of: object) : nil,
            calculationScript: kind == .text ? Self.script("/C", of: object) : nil, hint: WidgetHint(of: object))
    }

    /// Returns the text of a value, which some programs write as a number.
    private static func text(of value: PDFObject) -> String? {
        value.text ?? (value.kind == .number ? String(decoding: value.ownSyntax, as: UTF8.self) : nil)
    }

    private static func kind(of object: PDFObject, flags: Int) -> Widget.Kind? {
        switch object.inherited("/FT").name {
        case "Tx": object.inherited("/PMD").isNull ? .text : nil
        case "Btn":
            flags & FieldBits.pushButton != 0 ? nil : flags & FieldBits.radio != 0 ? .radio : .checkbox
        case "Ch": .choice
        case "Sig": .signature
        default: nil
        }
    }

    /// Returns whether the characters have cells.
    ///
    /// Multiline fields, passwords and file paths never have them.
    private static func isComb(_ flags: Int) -> Bool {
        flags & FieldBits.comb != 0 && flags & (FieldBits.multiline | FieldBits.password | FieldBits.fileSelect) == 0
    }

    static func fullName(of object: PDFObject) -> String {
        var parts: [String] = []
        var node = object
        for _ in 0..<PDFFile.deepestField {
            if let part = node["/T"].text, !part.isEmpty { parts.append(part) }
            let parent = node["/Parent"]
            guard parent.isDictionary else { break }
            node = parent
        }
        return parts.reversed().joined(separator: ".")
    }

    private static func options(of object: PDFObject) -> [Widget.Option] {
        object.inherited("/Opt").items.compactMap { item in
            let pair = item.items.compactMap(\.text)
            if pair.count == 2 { return Widget.Option(export: pair[0], shown: pair[1]) }
            return item.text.map { Widget.Option(export: $0, shown: $0) }
        }
    }

    /// Returns the export value of a button.
    ///
    /// `/Opt` of its field has an entry for each of the field's widgets, in order.
    private static func exportValue(of object: PDFObject) -> String? {
        guard !object.inherited("/Opt").isNull else { return nil }
        var (node, place) = (object, 0)
        for _ in 0..<PDFFile.deepestField {
            let listed = node["/Opt"]
            if !listed.isNull {
                let values = listed.items
                return values.indices.contains(place) ? values[place].text : nil
            }
            let parent = node["/Parent"]
            guard parent.isDictionary else { return nil }
            if node["/T"].isNull, let identity = node.identity {
                place = parent["/Kids"].items.firstIndex { $0.identity == identity } ?? place
            }
            node = parent
        }
        return nil
    }

    /// The maximum number of cells of a comb.
    ///
    /// Forms have about thirty, and no page has room for more than this.
    private static let mostCells = 1_000
    /// The maximum number of Unicode scalars of a tooltip; longer ones are not captions.
    private static let mostText = 4_000

    private static func words(_ text: String?) -> String? {
        guard let text else { return nil }
        let start = String(text.unicodeScalars.prefix(mostText))
        let joined = start.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return joined.isEmpty ? nil : joined
    }

    /// Returns the font size in a default appearance such as `/Helv 9 Tf 0 g`.
    private static func fontSize(_ appearance: String?) -> Double? {
        let tokens = appearance?.split(whereSeparator: \.isWhitespace) ?? []
        guard let operatorIndex = tokens.lastIndex(of: "Tf"), operatorIndex > 0,
            let size = Double(tokens[operatorIndex - 1]), size > 0, size < 200
        else { return nil }
        return size
    }

    /// Returns the last colour in a default appearance.
    private static func color(_ appearance: String?) -> [Double]? {
        let tokens = appearance?.replacing("/", with: " /").split(whereSeparator: \.isWhitespace) ?? []
        guard let place = tokens.lastIndex(where: { ["g", "rg", "k"].contains($0) }) else { return nil }
        let count = tokens[place] == "g" ? 1 : tokens[place] == "rg" ? 3 : 4
        guard place >= count else { return nil }
        let components = tokens[place - count..<place].compactMap { Double($0) }
        return components.count == count ? components : nil
    }

    /// Returns the script of a field's event.
    ///
    /// It belongs to the field instead of the widget if these are separate objects.
    private static func script(_ event: String, of object: PDFObject) -> String? {
        var node = object
        for _ in 0..<PDFFile.deepestField {
            let script = node["/AA"][event]["/JS"]
            if !script.isNull { return object.file.script(script) }
            let parent = node["/Parent"]
            guard parent.isDictionary else { return nil }
            node = parent
        }
        return nil
    }

    private static func look(of object: PDFObject, kind: Widget.Kind, geometry: PageGeometry) -> Widget.Look {
        let characteristics = object["/MK"]
        func colour(_ key: String) -> [Double]? {
            let components = characteristics[key].items.compactMap(\.number)
            return [1, 3, 4].contains(components.count) ? components : nil
        }
        let background = colour("/BG")
        let border = colour("/BC")
        let mark = characteristics["/CA"].text?.first
        let style = object["/BS"]
        let oldStyle = object["/Border"].items
        let width = style["/W"].number ?? (oldStyle.count > 2 && style.isNull ? oldStyle[2].number : nil) ?? 1
        return Widget.Look(
            background: background, border: border, borderWidth: width * geometry.userUnit,
            borderStyle: style["/S"].name.flatMap(Widget.BorderStyle.init) ?? .solid, mark: mark,
            text: color(object.inherited("/DA").text),
            rotation: rotation(characteristics["/R"].integer, geometry.rotation),
            isRound: kind == .radio && (background ?? border) != nil && isRound(object, mark: mark))
    }

    /// Returns the angle of a widget on the displayed page.
    ///
    /// A widget without an angle is upright.
    private static func rotation(_ angle: Int?, _ pageTurn: Int) -> Int {
        guard let angle, angle != 0, angle % 90 == 0 else { return 0 }
        return ((angle - pageTurn) % 360 + 360) % 360
    }

    /// Returns whether a radio button is round, by its appearance or else its mark.
    private static func isRound(_ button: PDFObject, mark: Character?) -> Bool {
        if let off = button["/AP"]["/N"]["/Off"].streamData {
            let operators = PDFTokens.operators(in: off)
            if !operators.isDisjoint(with: ["c", "v", "y"]) { return true }
            if !operators.isDisjoint(with: ["re", "l"]) { return false }
        }
        return mark == nil || mark == "l"
    }
}

extension PDFObject {
    /// Whether this annotation is a widget.
    ///
    /// Without a subtype, as written by some programs, it is a widget if it belongs to a field.
    package var isWidget: Bool {
        if let type = self["/Subtype"].name { return type == "Widget" }
        return self["/Rect"].items.count == 4 && !inherited("/FT").isNull
    }
}

/// The annotation flags of ISO 32000-1, table 165.
enum AnnotationFlag {
    static let hidden = 1 << 1
    static let print = 1 << 2
    static let noView = 1 << 5
}

/// The field flags of ISO 32000-1, tables 221, 226, 228 and 230.
enum FieldBits {
    static let readOnly = 1 << 0
    static let required = 1 << 1
    static let multiline = 1 << 12
    static let password = 1 << 13
    static let noToggleToOff = 1 << 14
    static let radio = 1 << 15
    static let pushButton = 1 << 16
    static let combo = 1 << 17
    static let fileSelect = 1 << 20
    static let comb = 1 << 24
}
