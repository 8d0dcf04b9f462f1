import Expat
package import Foundation

/// The texts of an XMP packet (ISO 16684-1), which is untrusted XML.
package struct XMPTexts: Hashable, Sendable {
    package var title: String?
    package var caption: String?
    package var altText: String?
    package var keywords: [String] = []
    package var date: String?

    /// The maximum length of a property in Unicode scalars.
    private static let lengthLimit = 16_384
    /// The maximum depth of elements, at which reading stops.
    private static let depthLimit = 40

    /// Creates empty texts.
    package init() {}

    /// Reads a packet up to the first error.
    package init(_ packet: Data) {
        var reader = Reader()
        let bytes = [UInt8](packet.prefix { $0 != 0 })
        // Texts before an error are usable.
        try? XMLEvents.read(bytes) { event in
            reader.take(event)
            return reader.path.count < Self.depthLimit
        }
        func first(_ names: String...) -> String? { names.lazy.compactMap { reader.values[$0]?.first }.first }
        title = first("title", "Headline")
        caption = first("description")
        altText = first("AltTextAccessibility")
        keywords = reader.values["subject"] ?? []
        date = first("DateTimeOriginal", "DateCreated", "CreateDate")
    }

    /// Collects the properties of the picture from elements or attributes of `rdf:Description`.
    private struct Reader {
        static let names: Set = [
            "title", "Headline", "description", "AltTextAccessibility", "subject", "DateTimeOriginal", "DateCreated",
            "CreateDate",
        ]

        var path: [String] = []
        /// The values by property, with a text in the default language first.
        var values: [String: [String]] = [:]
        private var text = ""
        private var length = 0
        private var isUsual = false

        /// The current property.
        private var property: String? {
            guard let start = path.firstIndex(of: "Description"), path.count > start + 1 else { return nil }
            let name = path[start + 1]
            return Self.names.contains(name) ? name : nil
        }

        mutating func take(_ event: XMLEvent) {
            switch event {
            case .start(let name, let attributes):
                if name == "Description", !path.contains("Description") {
                    for (key, value) in attributes.sorted(by: { $0.key < $1.key }) {
                        let local = key.split(separator: ":").last.map(String.init) ?? key
                        if Self.names.contains(local) { add(value, to: local) }
                    }
                }
                path.append(name)
                (text, length) = ("", 0)
                isUsual = attributes["xml:lang"] == "x-default"
            case .text(let part):
                guard property != nil, length < XMPTexts.lengthLimit else { return }
                length += part.unicodeScalars.count
                text += part
            case .end:
                if let property, !text.allSatisfy(\.isWhitespace) { add(text, to: property, isFirst: isUsual) }
                (text, isUsual) = ("", false)
                path.removeLast()
            }
        }

        private mutating func add(_ value: String, to property: String, isFirst: Bool = false) {
            guard values[property, default: []].count < 4 * BoundedText.keywords else { return }
            // digiKam writes the language name in place of a missing text.
            guard value != "x-default" else { return }
            if isFirst {
                values[property, default: []].insert(value, at: 0)
            } else {
                values[property, default: []].append(value)
            }
        }
    }
}
