extension DocumentInfo {
    /// Returns the metadata as XMP (ISO 16684-1), without dates for reproducible output.
    func xmp(stating conformance: Conformance) -> String {
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
        if conformance.isAccessible { add("pdfuaid:part", "1") }
        if conformance.isArchival {
            add("pdfaid:part", "2")
            add("pdfaid:conformance", "U")
            if conformance.isAccessible { properties.append(Self.accessibilitySchema) }
        }
        return """
            <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
            <x:xmpmeta xmlns:x="adobe:ns:meta/">
            <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" \
            xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/" \
            xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" \
            xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" \
            xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
            \(properties.joined(separator: "\n"))
            </rdf:Description>
            </rdf:RDF>
            </x:xmpmeta>
            <?xpacket end="r"?>

            """
    }

    /// The description of PDF/UA's property.
    ///
    /// PDF/A requires one of each property that it does not define itself.
    private static let accessibilitySchema = """
        <pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
        <pdfaSchema:schema>PDF/UA identification schema</pdfaSchema:schema>
        <pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>
        <pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>
        <pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">
        <pdfaProperty:name>part</pdfaProperty:name>
        <pdfaProperty:valueType>Integer</pdfaProperty:valueType>
        <pdfaProperty:category>internal</pdfaProperty:category>
        <pdfaProperty:description>The part of ISO 14289 that the document meets</pdfaProperty:description>
        </rdf:li></rdf:Seq></pdfaSchema:property>
        </rdf:li></rdf:Bag></pdfaExtension:schemas>
        """

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
