/// Writes values in FDF (ISO 32000-1, 12.7.7).
enum FDFText {
    static func text(of values: ExistingValues) -> String {
        let tree = NameTree(values.fields)
        var fields = ""
        for root in tree.roots { write(root, of: tree, to: &fields) }
        // The second comment marks the file as binary for transfer programs.
        return """
            %FDF-1.2
            %âãÏÓ
            1 0 obj
            << /FDF << /F \(string(values.fileName)) /Fields [
            \(fields)] >> >>
            endobj
            trailer
            << /Root 1 0 R >>
            %%EOF

            """
    }

    private static func write(_ index: Int, of tree: NameTree, to text: inout String) {
        let node = tree.nodes[index]
        text += "<< /T \(string(node.part))"
        if let value = node.value { text += " /V \(exported(value))" }
        if !node.kids.isEmpty {
            text += " /Kids [\n"
            for kid in node.kids { write(kid, of: tree, to: &text) }
            text += "]"
        }
        text += " >>\n"
    }

    private static func exported(_ value: ExistingValues.Value) -> String {
        switch value {
        case .text(let text): string(text)
        case .box(let isOn, let on): name(isOn ? on : "Off")
        case .state(let state): name(state ?? "Off")
        case .choices(let choices) where choices.count < 2: string(choices.first?.export ?? "")
        case .choices(let choices): "[ \(choices.map { string($0.export) }.joined(separator: " ")) ]"
        }
    }

    /// Returns a text string: literal if it is ASCII, otherwise UTF-16 in hexadecimal.
    private static func string(_ text: String) -> String {
        guard text.unicodeScalars.allSatisfy({ (" "..."~").contains($0) || $0 == "\n" || $0 == "\t" }) else {
            let digits = text.utf16.map { unit in
                let digits = String(unit, radix: 16, uppercase: true)
                return String(repeating: "0", count: 4 - digits.count) + digits
            }
            return "<FEFF\(digits.joined())>"
        }
        var result = "("
        for character in text.unicodeScalars {
            switch character {
            case "(", ")", "\\": result += "\\\(character)"
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            default: result.unicodeScalars.append(character)
            }
        }
        return result + ")"
    }

    private static func name(_ text: String) -> String {
        var result = "/"
        for byte in text.utf8 {
            if byte > 32, byte < 127, !"()<>[]{}/%#".utf8.contains(byte) {
                result.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                result += "#" + (digits.count < 2 ? "0" : "") + digits
            }
        }
        return result
    }
}
