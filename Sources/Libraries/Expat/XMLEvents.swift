import CExpat

/// A parsing event of an XML document, in document order.
package enum XMLEvent {
    /// The start of an element: its name without a namespace prefix, and its attributes.
    case start(String, attributes: [String: String])
    case end
    /// A part of the text of the current element.
    case text(String)
}

/// Why an XML document cannot be read.
package struct XMLSyntaxError: Error, Sendable, Hashable {
    /// The kinds of mistakes that need different messages to the user.
    package enum Kind: Sendable {
        /// The text is not well-formed.
        case malformed
        /// The document has a document type declaration.
        case declaration
        case outOfMemory
    }

    package var kind: Kind
    /// The line, from 1.
    package var line: Int
}

/// Parses XML event by event (`XML_Parse`).
///
/// A document type declaration is rejected where it begins. Since entities are declared only there, none can expand to
/// gigabytes or include a file. Only the five predefined entities of XML remain.
package enum XMLEvents {
    /// Passes the events of a document to `take` until it returns `false`.
    ///
    /// The encoding is UTF-8, UTF-16, ISO 8859-1 or ASCII, as the document says.
    package static func read(_ document: [UInt8], take: (XMLEvent) -> Bool) throws(XMLSyntaxError) {
        var rest: [UInt8]? = document
        try read(
            pieces: {
                defer { rest = nil }
                return rest
            }, take: take)
    }

    /// Passes the events of a document in pieces to `take` until it returns `false`.
    ///
    /// - Parameters:
    ///   - next: returns the next piece, or nil at the end.
    ///   - take: receives the events.
    /// - Throws: what is wrong with the document, once it is found.
    package static func read(
        pieces next: () -> [UInt8]?, take: (XMLEvent) -> Bool
    ) throws(XMLSyntaxError) {
        let mistake = withoutActuallyEscaping(take) { Reading($0).read(next) }
        if let mistake { throw mistake }
    }
}

/// The state of a parse, shared with the callbacks of the library.
private final class Reading {
    private let take: (XMLEvent) -> Bool
    private var parser: XML_Parser?
    private var hasDeclaration = false
    private var isStopped = false

    init(_ take: @escaping (XMLEvent) -> Bool) { self.take = take }

    /// Reads a document; returns what is wrong with it, if anything.
    func read(_ next: () -> [UInt8]?) -> XMLSyntaxError? {
        guard let parser = XML_ParserCreate(nil) else { return XMLSyntaxError(kind: .outOfMemory, line: 1) }
        defer { XML_ParserFree(parser) }
        self.parser = parser
        XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        XML_SetElementHandler(
            parser,
            { context, name, attributes in
                guard let name else { return }
                Reading.of(context)?.send(
                    .start(Reading.localName(name), attributes: Reading.dictionary(attributes)))
            },
            { context, _ in Reading.of(context)?.send(.end) })
        XML_SetCharacterDataHandler(parser) { context, text, count in
            guard let text else { return }
            let bytes = UnsafeRawBufferPointer(start: text, count: Int(count))
            Reading.of(context)?.send(.text(String(decoding: bytes, as: UTF8.self)))
        }
        XML_SetStartDoctypeDeclHandler(parser) { context, _, _, _, _ in Reading.of(context)?.refuseDeclaration() }
        var status = XML_STATUS_OK
        var isLast = false
        while status == XML_STATUS_OK, !isLast {
            let piece = next()
            isLast = piece == nil
            status = (piece ?? []).withUnsafeBytes { raw in
                XML_Parse(
                    parser, raw.bindMemory(to: CChar.self).baseAddress, Int32(clamping: raw.count), isLast ? 1 : 0)
            }
        }
        guard status != XML_STATUS_OK, !isStopped else { return nil }
        let line = Int(XML_GetCurrentLineNumber(parser))
        if hasDeclaration { return XMLSyntaxError(kind: .declaration, line: line) }
        let isMemory = XML_GetErrorCode(parser) == XML_ERROR_NO_MEMORY
        return XMLSyntaxError(kind: isMemory ? .outOfMemory : .malformed, line: line)
    }

    private static func of(_ context: UnsafeMutableRawPointer?) -> Reading? {
        context.map { Unmanaged<Reading>.fromOpaque($0).takeUnretainedValue() }
    }

    private func send(_ event: XMLEvent) {
        // The library may still report a few events after it was stopped.
        guard !isStopped, !hasDeclaration else { return }
        if !take(event) {
            isStopped = true
            stop()
        }
    }

    private func refuseDeclaration() {
        hasDeclaration = true
        stop()
    }

    private func stop() { XML_StopParser(parser, XML_Bool(XML_FALSE)) }

    private static func localName(_ name: UnsafePointer<XML_Char>) -> String {
        let whole = String(cString: name)
        return whole.split(separator: ":").last.map(String.init) ?? whole
    }

    private static func dictionary(
        _ list: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?
    ) -> [String: String] {
        var attributes: [String: String] = [:]
        guard var place = list else { return attributes }
        while let name = place[0], let value = place[1] {
            attributes[String(cString: name)] = String(cString: value)
            place += 2
        }
        return attributes
    }
}
