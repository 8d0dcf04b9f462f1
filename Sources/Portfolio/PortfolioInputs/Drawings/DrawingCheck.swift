import Expat
package import FailureModel
import FormImport
package import Foundation
import Portfolio
import Vips

/// Checks an SVG before it is drawn.
package struct DrawingCheck {
    /// The maximum size of a file in bytes.
    private static let sizeLimit = 32 << 20
    private static let elementLimit = 200_000
    private static let depthLimit = 200
    /// The supported types of embedded pictures.
    private static let embedded: Set<PictureType> = [.jpeg, .png, .webp, .gif]

    /// The file without its document type.
    private(set) var bytes: [UInt8]
    /// Whether the drawing refers to external resources, which are not drawn.
    private(set) var hasOutsideReferences = false
    private(set) var title: String?
    private(set) var caption: String?
    private var path: [String] = []
    private var elements = 0
    private var embeddedPixels = 0
    private var costs = DrawingCosts()
    private var failure: Failure?

    /// Checks a file.
    ///
    /// - Throws: `Failure`: `damaged_document`, `unsupported_type`, `input_too_large`, `picture_too_large`.
    package init(_ data: Data) throws(Failure) {
        guard data.count <= Self.sizeLimit else {
            throw Failure(.inputTooLarge, "The SVG is larger than the limit of \(Self.sizeLimit >> 20) MB.")
        }
        bytes = try Self.withoutDocumentType([UInt8](data))
        var check = self
        do throws(XMLSyntaxError) {
            try XMLEvents.read(bytes) { event in
                check.take(event)
                return check.failure == nil
            }
        } catch {
            throw error.kind == .declaration
                ? Self.declaration : Failure(.damagedDocument, "The SVG is truncated or damaged at line \(error.line).")
        }
        if let failure = check.failure { throw failure }
        try check.costs.check()
        self = check
    }

    private static let declaration = Failure(
        .unsupportedType, "The SVG declares entities.", hint: "Save it as plain SVG.")

    /// Blanks out the document type, which is not needed.
    ///
    /// Drawing programs declare namespace addresses there as plain entities, which are expanded. Any other declaration
    /// is rejected.
    private static func withoutDocumentType(_ bytes: [UInt8]) throws(Failure) -> [UInt8] {
        let name = Array("<!DOCTYPE".utf8)
        guard let start = bytes.prefix(1 << 16).firstRange(of: name)?.lowerBound,
            var end = bytes[start...].firstIndex(of: UInt8(ascii: ">"))
        else { return bytes }
        var words: [[UInt8]: [UInt8]] = [:]
        if let open = bytes[start..<end].firstIndex(of: UInt8(ascii: "[")) {
            guard let close = bytes[open...].firstRange(of: Array("]>".utf8))?.lowerBound, close - open < 1 << 14 else {
                throw declaration
            }
            words = try declared(bytes[open + 1..<close])
            end = close + 1
        }
        var blank = bytes
        for place in start...end where blank[place] != 0x0A { blank[place] = 0x20 }
        return words.isEmpty ? blank : try filledIn(blank, words)
    }

    /// Returns the entities declared in a document type, none with references.
    private static func declared(_ subset: ArraySlice<UInt8>) throws(Failure) -> [[UInt8]: [UInt8]] {
        let entity = /<!ENTITY\s+([A-Za-z_][A-Za-z0-9_.-]*)\s+(?:"([^"&<%]{0,200})"|'([^'&<%]{0,200})')\s*>/
        let text = String(decoding: subset, as: UTF8.self)
        guard text.replacing(entity, with: "").allSatisfy(\.isWhitespace) else { throw declaration }
        var words: [[UInt8]: [UInt8]] = [:]
        for match in text.matches(of: entity) {
            // The first declaration of a name applies.
            let name = Array(match.1.utf8)
            words[name] = words[name] ?? Array((match.2 ?? match.3 ?? "").utf8)
        }
        return words
    }

    /// Expands entities.
    private static func filledIn(_ bytes: [UInt8], _ words: [[UInt8]: [UInt8]]) throws(Failure) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var place = 0
        while place < bytes.count {
            if bytes[place] == UInt8(ascii: "&"),
                let end = bytes[place...].prefix(64).firstIndex(of: UInt8(ascii: ";")),
                let word = words[Array(bytes[place + 1..<end])]
            {
                result += word
                place = end + 1
            } else {
                result.append(bytes[place])
                place += 1
            }
            guard result.count <= sizeLimit else { throw declaration }
        }
        return result
    }

    private mutating func take(_ event: XMLEvent) {
        switch event {
        case .start(let name, let attributes):
            elements += 1
            path.append(name)
            guard elements <= Self.elementLimit, path.count <= Self.depthLimit else {
                failure = Failure(.damagedDocument, "The SVG has too many parts.")
                return
            }
            for (key, value) in attributes { check(value, of: key, in: name) }
            costs.start(name, attributes)
        case .text(let text):
            switch path.last {
            case "style":
                checkStyle(text)
                costs.add(sheet: text)
            case "title" where path.count == 2: title = Self.joined(title, text, PortfolioLimits.title)
            case "desc" where path.count == 2: caption = Self.joined(caption, text, BoundedText.caption)
            default: break
            }
        case .end:
            if !path.isEmpty { path.removeLast() }
            costs.end()
        }
    }

    private static func joined(_ start: String?, _ rest: String, _ limit: Int) -> String {
        String(((start ?? "") + rest).unicodeScalars.prefix(limit * 8))
    }

    private mutating func check(_ value: String, of key: String, in element: String) {
        let name = key.split(separator: ":").last.map(String.init) ?? key
        // The target of a link is not drawn.
        guard element != "a" else { return }
        if name == "href" || name == "src" {
            let address = value.drop(while: \.isWhitespace)
            if address.hasPrefix("#") || address.isEmpty { return }
            if address.lowercased().hasPrefix("data:") {
                checkEmbedded(address)
            } else {
                hasOutsideReferences = true
            }
        } else {
            checkStyle(value)
        }
    }

    /// Detects external `url(…)` references and imports in a style.
    private mutating func checkStyle(_ text: String) {
        if text.contains("@import") { hasOutsideReferences = true }
        guard text.contains("url(") else { return }
        for match in text.matches(of: /url\(\s*["']?([^)]{0,8})/) where !match.1.hasPrefix("#") {
            hasOutsideReferences = true
        }
    }

    /// Checks an embedded picture by its header, like a separate file.
    private mutating func checkEmbedded(_ address: Substring) {
        guard let comma = address.firstIndex(of: ","), address[..<comma].lowercased().hasSuffix(";base64"),
            let data = Data(
                base64Encoded: String(address[address.index(after: comma)...]), options: .ignoreUnknownCharacters)
        else {
            failure = Failure(.unsupportedType, "The SVG embeds something that is not a picture in base64.")
            return
        }
        var limits = PictureInput.limits
        limits.pages = .max
        do throws(VipsError) {
            let header = try SourcePicture(data, limits: limits, types: Self.embedded).header
            embeddedPixels += header.width * header.height
            guard embeddedPixels <= limits.pixels else {
                throw .tooLarge(width: header.width, height: header.height)
            }
        } catch {
            failure = Failure(error, limits: limits)
        }
    }
}
