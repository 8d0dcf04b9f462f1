extension DocumentInfo {
    /// The metadata as XMP (ISO 16684-1), without dates for reproducible output.
    var xmp: String {
        var properties: [String] = []
        func add(_ name: String, _ value: String?, in container: String? = nil) {
            guard let value else { return }
            let text = Self.escaped(value)
            let inner =
                switch container {
                case nil: text
                case "Alt": "<rdf:Alt><rdf:li xml:lang=\"x-default\">\(text)</rdf:li></rdf:Alt>"
                case let container?: "<rdf:\(container)><rdf:li>\(text)</rdf:li></rdf:\(container)>"
                }
            properties.append("<\(name)>\(inner)</\(name)>")
        }
        add("dc:title", title, in: "Alt")
        add("dc:creator", author, in: "Seq")
        add("dc:description", subject, in: "Alt")
        add("dc:language", language, in: "Bag")
        add("pdf:Keywords", keywords)
        add("pdf:Producer", Self.producer)
        return """
            <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
            <x:xmpmeta xmlns:x="adobe:ns:meta/">
            <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" \
            xmlns:pdf="http://ns.adobe.com/pdf/1.3/">
            \(properties.joined(separator: "\n"))
            </rdf:Description>
            </rdf:RDF>
            </x:xmpmeta>
            <?xpacket end="r"?>

            """
    }

    /// The program's name in the metadata.
    static let producer = "Formwright"

    /// Escapes a text for XML, and replaces disallowed characters.
    private static func escaped(_ text: String) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;".unicodeScalars
            case "<": escaped += "&lt;".unicodeScalars
            case ">": escaped += "&gt;".unicodeScalars
            case "\t", "\n", "\r", " "..."\u{D7FF}", "\u{E000}"..."\u{FFFD}", "\u{10000}"...: escaped.append(scalar)
            default: escaped.append("\u{FFFD}")
            }
        }
        return String(escaped)
    }
}
