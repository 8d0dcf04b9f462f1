/// Writes values in XFDF (ISO 19444-1).
enum XFDFText {
    static func text(of values: ExistingValues) -> String {
        let tree = NameTree(values.fields)
        var text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <xfdf xmlns="http://ns.adobe.com/xfdf/" xml:space="preserve">
            <f href="\(escaped(values.fileName))"/>
            <fields>

            """
        for root in tree.roots { write(root, of: tree, depth: 1, to: &text) }
        return text + "</fields>\n</xfdf>\n"
    }

    private static func write(_ index: Int, of tree: NameTree, depth: Int, to text: inout String) {
        let node = tree.nodes[index]
        let indent = String(repeating: "  ", count: depth)
        // A literal line break in an attribute would be read as a space.
        let name = escaped(node.part).replacing("\n", with: "&#10;")
        text += "\(indent)<field name=\"\(name)\">\n"
        for value in node.value.map(exported) ?? [] { text += "\(indent)  <value>\(escaped(value))</value>\n" }
        for kid in node.kids { write(kid, of: tree, depth: depth + 1, to: &text) }
        text += "\(indent)</field>\n"
    }

    private static func exported(_ value: ExistingValues.Value) -> [String] {
        switch value {
        case .text(let text): [text]
        case .box(let isOn, let on): [isOn ? on : "Off"]
        case .state(let state): [state ?? "Off"]
        case .choices(let choices): choices.isEmpty ? [""] : choices.map(\.export)
        }
    }

    /// Returns a text for an element or attribute, without the characters that XML cannot represent.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "\t": result += "&#9;"
            case "\r": result += "&#13;"
            case "\u{0}"..<"\n", "\u{B}"..<" ", "\u{FFFE}", "\u{FFFF}": break
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
