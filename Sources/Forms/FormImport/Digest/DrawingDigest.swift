import LibCrypto
import Foundation
import QPDF
import PDFSyntax

/// Computes digests of what pages draw.
///
/// Content is hashed with the resources it uses in place of their names. Containers are replaced by their digests,
/// whether they are direct or indirect objects, and each indirect object is read once. An object that contains itself
/// is marked where it recurs.
struct DrawingDigest {
    /// The file exceeds the limits or cannot be read, so that it has no digest.
    struct Unavailable: Error {}

    /// The limits of one file.
    private enum Limit {
        /// The maximum number of stream bytes, decoded where possible.
        static let bytes = 256 << 20
        /// The maximum number of encoded bytes of one stream.
        ///
        /// A few bytes can decode to many.
        static let encodedBytes = 16 << 20
        /// The maximum number of decoded bytes of a content stream.
        ///
        /// Its instructions take several times as much memory.
        static let contentBytes = 32 << 20
        /// The maximum number of objects, counted at each reading.
        static let objects = 1_000_000
        static let depth = 100
    }

    /// The resources that names in a content stream refer to.
    private struct Scope {
        /// Identifies the scope.
        ///
        /// A form without resources uses those of the content that draws it.
        let number: Int
        let resources: PDFObject
    }

    private struct Key: Hashable {
        let object: PDFObjectIdentity
        let scope: Int
    }

    private let file: PDFFile
    private var known: [Key: [UInt8]] = [:]
    private var open: Set<Key> = []
    private var bytes = 0
    private var objects = 0
    private var scopes = 0
    private var depth = 0

    init(_ file: PDFFile) {
        self.file = file
    }

    /// Returns the digest of a page (0-based).
    ///
    /// - Throws: ``Unavailable``, `QPDFError`.
    mutating func digest(ofPage index: Int) throws -> [UInt8] {
        let page = try file.page(index)
        var canonical = box(of: page)
        let scope = newScope(page.inherited("/Resources"))
        try append(page["/Group"], scope, to: &canonical)
        canonical.append("P", try instructions(of: page, scope).unstamped)
        return Self.hash(canonical)
    }

    /// Returns the box of a page (0-based), and its instructions without leading `q`.
    ///
    /// - Throws: ``Unavailable``, `QPDFError`.
    mutating func drawing(ofPage index: Int) throws -> (box: [UInt8], instructions: ArraySlice<UInt8>) {
        let page = try file.page(index)
        let scope = newScope(page.inherited("/Resources"))
        return (box(of: page).bytes, try instructions(of: page, scope).unsaved)
    }

    private func box(of page: PDFObject) -> CanonicalBytes {
        let geometry = file.geometry(of: page)
        var canonical = CanonicalBytes()
        for number in [geometry.left, geometry.bottom, geometry.right, geometry.top, geometry.userUnit] {
            canonical.append(number)
        }
        canonical.append(Double(geometry.rotation))
        return canonical
    }

    private mutating func instructions(of page: PDFObject, _ scope: Scope) throws -> Instructions {
        let contents = page["/Contents"]
        let parts = contents.isStream ? [contents] : contents.items
        guard parts.count <= Limit.objects, !parts.contains(where: Self.isLarge) else { throw Unavailable() }
        let content = try file.pageContent(of: page)
        try spend(content.count)
        let found = try instructions(content, scope)
        try file.check()
        return found
    }

    // MARK: Objects

    private mutating func append(_ object: PDFObject, _ scope: Scope, to canonical: inout CanonicalBytes) throws {
        switch object.kind {
        case .null: canonical.tag("0")
        case .boolean: canonical.tag(object.isTrue ? "t" : "f")
        case .number: canonical.append(object.number ?? 0)
        case .string: canonical.append("s", object.bytes)
        case .name: canonical.append("/", object.name ?? "")
        case .array, .dictionary, .stream: canonical.append("o", try digest(of: object, scope))
        }
    }

    /// Returns the digest of an array, dictionary or stream.
    private mutating func digest(of object: PDFObject, _ scope: Scope) throws -> [UInt8] {
        objects += 1
        guard objects <= Limit.objects, depth < Limit.depth else { throw Unavailable() }
        depth += 1
        defer { depth -= 1 }
        guard let identity = object.identity else { return Self.hash(try content(of: object, scope)) }
        let usesScope = object.kind == .stream && Self.isContent(object) && !object["/Resources"].isDictionary
        let key = Key(object: identity, scope: usesScope ? scope.number : 0)
        if let digest = known[key] { return digest }
        guard open.insert(key).inserted else { return Self.hash(CanonicalBytes()) }
        defer { open.remove(key) }
        let digest = Self.hash(try content(of: object, scope))
        known[key] = digest
        return digest
    }

    private mutating func content(of object: PDFObject, _ scope: Scope) throws -> CanonicalBytes {
        var canonical = CanonicalBytes()
        switch object.kind {
        case .array:
            canonical.tag("[")
            for item in object.items { try append(item, scope, to: &canonical) }
        case .stream where Self.isContent(object):
            canonical.tag("F")
            let scope = object["/Resources"].isDictionary ? newScope(object["/Resources"]) : scope
            try appendEntries(of: object, scope, except: ["/Resources"], to: &canonical)
            guard !Self.isLarge(object) else { throw Unavailable() }
            let (data, isDecoded) = try object.streamContent()
            try spend(data.count)
            if isDecoded {
                canonical.append("P", try instructions(data, scope).bytes)
            } else {
                canonical.append("x", SHA256.hash(data: data).map(\.self))
            }
        case .stream:
            canonical.tag("S")
            try appendEntries(of: object, scope, to: &canonical)
            try appendData(of: object, scope, to: &canonical)
        case .dictionary where object["/Subtype"].name == "Type3":
            canonical.tag("3")
            let scope = object["/Resources"].isDictionary ? newScope(object["/Resources"]) : scope
            try appendEntries(of: object, scope, except: ["/CharProcs", "/Resources"], to: &canonical)
            let glyphs = object["/CharProcs"]
            for name in glyphs.keys.sorted() where glyphs[name].isStream {
                canonical.append("/", name)
                canonical.append("o", try digest(ofGlyph: glyphs[name], scope))
            }
        default:
            canonical.tag("<")
            try appendEntries(of: object, scope, to: &canonical)
        }
        return canonical
    }

    /// Returns the digest of a Type 3 glyph, which may use its own font.
    private mutating func digest(ofGlyph glyph: PDFObject, _ scope: Scope) throws -> [UInt8] {
        objects += 1
        guard objects <= Limit.objects, depth < Limit.depth, !Self.isLarge(glyph) else { throw Unavailable() }
        depth += 1
        defer { depth -= 1 }
        let (data, isDecoded) = try glyph.streamContent()
        try spend(data.count)
        guard isDecoded else { throw Unavailable() }
        var canonical = CanonicalBytes()
        canonical.append("P", try instructions(data, scope).bytes)
        return Self.hash(canonical)
    }

    /// Entries about storage or meaning, which do not affect the appearance.
    private static let ignored: Set<String> = [
        "/AF", "/CIDSet", "/CharSet", "/DL", "/DecodeParms", "/F", "/FDecodeParms", "/FFilter", "/Filter", "/ID",
        "/LastModified", "/Length", "/Metadata", "/Name", "/OC", "/OPI", "/Parent", "/PieceInfo", "/StructParent",
        "/StructParents", "/ToUnicode", "/Type",
    ]

    private mutating func appendEntries(
        of object: PDFObject, _ scope: Scope, except left: Set<String> = [], to canonical: inout CanonicalBytes
    ) throws {
        for key in object.keys.sorted() where !Self.ignored.contains(key) && !left.contains(key) {
            let value = object[key]
            guard !value.isNull else { continue }
            canonical.append("/", key)
            try append(value, scope, to: &canonical)
        }
    }

    /// Appends the data of a picture, font file, profile or function.
    private mutating func appendData(
        of object: PDFObject, _ scope: Scope, to canonical: inout CanonicalBytes
    ) throws {
        let (data, isDecoded) =
            Self.isLarge(object) ? (try object.rawStreamData(), false) : try object.streamContent()
        try spend(data.count)
        if !isDecoded {
            let (filters, parameters) = (object["/Filter"], object["/DecodeParms"])
            for (place, filter) in (filters.kind == .array ? filters.items : [filters]).enumerated() {
                try append(filter, scope, to: &canonical)
                let all = parameters.kind == .array ? parameters.items : [parameters]
                guard all.indices.contains(place), !all[place].keys.isEmpty else { continue }
                try append(all[place], scope, to: &canonical)
            }
        }
        canonical.append("d", SHA256.hash(data: data).map(\.self))
    }

    /// Returns whether decoding a stream could exhaust the memory.
    private static func isLarge(_ stream: PDFObject) -> Bool {
        !stream["/Filter"].isNull && (stream["/Length"].integer ?? 0) > Limit.encodedBytes
    }

    /// Returns whether a stream consists of operators: a form XObject or tiling pattern.
    private static func isContent(_ stream: PDFObject) -> Bool {
        stream["/Subtype"].name == "Form" || stream["/PatternType"].integer == 1
    }

    private mutating func newScope(_ resources: PDFObject) -> Scope {
        scopes += 1
        return Scope(number: scopes, resources: resources)
    }

    private mutating func spend(_ count: Int) throws {
        bytes += count
        guard bytes <= Limit.bytes else { throw Unavailable() }
    }

    private static func hash(_ canonical: CanonicalBytes) -> [UInt8] { Array(SHA256.hash(data: canonical.bytes)) }

    // MARK: Content

    private mutating func instructions(_ content: Data, _ scope: Scope) throws -> Instructions {
        guard content.count <= Limit.contentBytes else { throw Unavailable() }
        // Copied, since the digests of resources are computed in between.
        let bytes = Array(content)
        return try bytes.withUnsafeBufferPointer { try instructions($0, scope) }
    }

    private mutating func instructions(_ bytes: UnsafeBufferPointer<UInt8>, _ scope: Scope) throws -> Instructions {
        var found = Instructions()
        var operands: [PDFTokens.Token] = []
        var tokens = PDFTokens(bytes, 0..<bytes.count)
        while let token = tokens.next() {
            guard tokens.isOperator(token), !Self.isConstant(bytes[token.range]) else {
                // An instruction with more operands would have no effect.
                guard operands.count < 100_000 else { throw Unavailable() }
                operands.append(token)
                continue
            }
            let name = tokens.text(token.range)
            // Marks for tags and layers draw nothing.
            if !["BMC", "BDC", "EMC", "MP", "DP"].contains(name) {
                try append(name, operands, &tokens, bytes, scope, to: &found)
            }
            operands.removeAll(keepingCapacity: true)
        }
        return found
    }

    private mutating func append(
        _ name: String, _ operands: [PDFTokens.Token], _ tokens: inout PDFTokens,
        _ bytes: UnsafeBufferPointer<UInt8>, _ scope: Scope, to found: inout Instructions
    ) throws {
        var kind: Instructions.Kind =
            switch name {
            case "q": .save
            case "Q": .restore
            default: .other
            }
        let category = Self.category(of: name)
        var canonical = CanonicalBytes()
        for (place, operand) in operands.enumerated() {
            guard let category, operand.kind == .name, place == 0 || category == "/Pattern" else {
                Self.append(operand, tokens, bytes, to: &canonical)
                continue
            }
            let key = tokens.name(operand.range)
            let resource = scope.resources[category][key]
            if name == "Do", !resource[PDFFile.overlayKey].isNull {
                kind = .overlay
            } else if resource.isNull {
                // A device colour space, or a missing resource.
                canonical.append("?", key)
            } else {
                try append(resource, scope, to: &canonical)
            }
        }
        if name == "BI" { appendInlinePicture(&tokens, bytes, to: &canonical) }
        canonical.append("!", name)
        found.append(kind, canonical)
    }

    /// Returns the category of resources that an operator's name operand refers to.
    private static func category(of name: String) -> String? {
        switch name {
        case "Do": "/XObject"
        case "Tf": "/Font"
        case "gs": "/ExtGState"
        case "cs", "CS": "/ColorSpace"
        case "scn", "SCN": "/Pattern"
        case "sh": "/Shading"
        default: nil
        }
    }

    private static func append(
        _ token: PDFTokens.Token, _ tokens: PDFTokens, _ bytes: UnsafeBufferPointer<UInt8>,
        to canonical: inout CanonicalBytes
    ) {
        switch token.kind {
        case .name: canonical.append("/", tokens.name(token.range))
        case .string: canonical.append("s", tokens.string(token.range))
        case .open: canonical.tag("<")
        case .close: canonical.tag(">")
        case .arrayOpen: canonical.tag("[")
        case .arrayClose: canonical.tag("]")
        case .integer, .word:
            if let number = tokens.number(token.range) {
                canonical.append(number)
            } else {
                canonical.append("w", bytes[token.range])
            }
        }
    }

    private func appendInlinePicture(
        _ tokens: inout PDFTokens, _ bytes: UnsafeBufferPointer<UInt8>, to canonical: inout CanonicalBytes
    ) {
        while let token = tokens.next() {
            if token.kind == .word, bytes[token.range].elementsEqual("ID".utf8) { break }
            Self.append(token, tokens, bytes, to: &canonical)
        }
        canonical.append("d", bytes[tokens.skipInlineData()])
    }

    private static func isConstant(_ word: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        switch word.count {
        case 4: word.elementsEqual("true".utf8) || word.elementsEqual("null".utf8)
        case 5: word.elementsEqual("false".utf8)
        default: false
        }
    }
}

/// The instructions of a content stream in canonical form.
private struct Instructions {
    enum Kind {
        case save, restore, overlay, other
    }

    private(set) var bytes: [UInt8] = []
    private var kinds: [Kind] = []
    private var starts: [Int] = []

    mutating func append(_ kind: Kind, _ canonical: CanonicalBytes) {
        kinds.append(kind)
        starts.append(bytes.count)
        bytes += canonical.bytes
    }

    /// The instructions of a page without the overlays stamped by Formwright.
    ///
    /// These have the form `q … Q q /Formwright1 Do Q`. A graphics state saved and restored around all instructions has
    /// no effect and is removed too.
    var unstamped: ArraySlice<UInt8> {
        let partners = partners
        var range = kinds.indices
        while range.count >= 2, kinds[range.lowerBound] == .save {
            if kinds[range].suffix(4).elementsEqual([.restore, .save, .overlay, .restore]), range.count >= 5 {
                range = range.dropFirst().dropLast(4)
            } else if partners[range.lowerBound] == range.upperBound - 1 {
                range = range.dropFirst().dropLast()
            } else {
                break
            }
        }
        guard !range.isEmpty else { return [] }
        let end = range.upperBound < starts.count ? starts[range.upperBound] : bytes.count
        return bytes[starts[range.lowerBound]..<end]
    }

    /// The instructions from the first that is not `q`.
    var unsaved: ArraySlice<UInt8> {
        guard let first = kinds.firstIndex(where: { $0 != .save }) else { return [] }
        return bytes[starts[first]...]
    }

    /// For each instruction that saves the graphics state, the index of its restore.
    ///
    /// It is -1 for all others.
    private var partners: [Int] {
        var partners = [Int](repeating: -1, count: kinds.count)
        var open: [Int] = []
        for (place, kind) in kinds.enumerated() {
            switch kind {
            case .save: open.append(place)
            case .restore: if let start = open.popLast() { partners[start] = place }
            case .overlay, .other: break
            }
        }
        return partners
    }
}
