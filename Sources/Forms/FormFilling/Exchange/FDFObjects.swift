import FormImport

import FailureModel
import PDFSyntax

/// An object of an FDF file.
///
/// Real numbers, booleans and null are not distinguished.
indirect enum FDFObject {
    case name(String)
    case string([UInt8])
    case array([FDFObject])
    case dictionary([String: FDFObject])
    case reference(Int)
    case integer(Int)
    case other

    /// The name, including its slash.
    var name: String? { if case .name(let name) = self { name } else { nil } }
    /// The items of an array; empty for any other object.
    var items: [FDFObject] { if case .array(let items) = self { items } else { [] } }
    var dictionary: [String: FDFObject]? { if case .dictionary(let entries) = self { entries } else { nil } }
}

/// The objects of an FDF file, by number.
struct FDFObjects {
    private let bytes: UnsafeBufferPointer<UInt8>
    private let name: String
    private var objects: [Int: FDFObject] = [:]
    private var trailer: [String: FDFObject] = [:]
    private var nodes = 0
    private let limits = ValueLimits()

    /// Parses a file from start to end.
    ///
    /// - Throws: `malformed_values` or `input_too_large`.
    init(_ bytes: UnsafeBufferPointer<UInt8>, name: String) throws(Failure) {
        self.bytes = bytes
        self.name = name
        var tokens = PDFTokens(bytes, 0..<bytes.count)
        // The last two integers, which may be those of `12 0 obj`.
        var recent: [Int] = []
        while let token = tokens.next() {
            switch token.kind {
            case .integer: recent = recent.suffix(1) + [tokens.integer(token.range) ?? 0]
            case .word:
                switch tokens.text(token.range) {
                case "obj" where recent.count == 2:
                    objects[recent[0]] = try object(&tokens)
                case "trailer":
                    let next = try object(&tokens).dictionary ?? [:]
                    trailer.merge(next) { $1 }
                case "stream": tokens.skipStreamData()
                default: break
                }
                recent = []
            default: recent = []
            }
        }
        guard trailer["/Encrypt"] == nil else {
            throw Failure(.malformedValues, "\(name) is encrypted; export it again without encryption.")
        }
    }

    /// The form dictionary, from the trailer's catalogue or else from any object.
    var form: [String: FDFObject]? {
        if let form = resolved(resolved(trailer["/Root"]).dictionary?["/FDF"]).dictionary { return form }
        for (_, object) in objects.sorted(by: { $0.key < $1.key }) {
            if let form = resolved(object.dictionary?["/FDF"]).dictionary { return form }
        }
        return nil
    }

    /// Resolves a reference; any other object is returned unchanged.
    func resolved(_ object: FDFObject?) -> FDFObject {
        guard case .reference(let number) = object else { return object ?? .other }
        let target = objects[number] ?? .other
        // A reference to a reference is not allowed and might be circular.
        if case .reference = target { return .other }
        return target
    }

    private mutating func object(_ tokens: inout PDFTokens) throws(Failure) -> FDFObject {
        guard let token = tokens.next() else { return .other }
        return try object(from: token, &tokens, depth: 0)
    }

    private mutating func object(
        from token: PDFTokens.Token, _ tokens: inout PDFTokens, depth: Int
    ) throws(Failure) -> FDFObject {
        nodes += 1
        guard nodes <= limits.nodes * 4 else {
            throw Failure(.inputTooLarge, "\(name) has more than \(limits.nodes * 4) parts.")
        }
        guard depth <= FormDataEntries.depthLimit * 3 else {
            throw Failure(.malformedValues, "\(name) nests its lists and dictionaries too deeply.")
        }
        switch token.kind {
        case .name: return .name(tokens.name(token.range))
        case .string: return .string(tokens.string(token.range))
        case .integer: return .integer(tokens.integer(token.range) ?? 0)
        case .arrayOpen: return .array(try items(until: .arrayClose, &tokens, depth: depth + 1))
        case .open:
            let items = try items(until: .close, &tokens, depth: depth + 1)
            var entries: [String: FDFObject] = [:]
            for place in stride(from: 0, to: items.count - 1, by: 2) {
                guard case .name(let key) = items[place] else {
                    throw Failure(.malformedValues, "\(name) has a dictionary with a key that is not a name.")
                }
                entries[key] = items[place + 1]
            }
            return .dictionary(entries)
        case .close, .arrayClose: throw Failure(.malformedValues, "\(name) closes a list that it has not opened.")
        case .word: return .other
        }
    }

    private mutating func items(
        until end: PDFTokens.Token.Kind, _ tokens: inout PDFTokens, depth: Int
    ) throws(Failure) -> [FDFObject] {
        var items: [FDFObject] = []
        while let token = tokens.next() {
            if token.kind == end { return items }
            if token.kind == .word, tokens.text(token.range) == "R", items.count >= 2,
                case .integer(let number) = items[items.count - 2], case .integer = items[items.count - 1]
            {
                items.removeLast(2)
                items.append(.reference(number))
            } else {
                items.append(try object(from: token, &tokens, depth: depth))
            }
        }
        throw Failure(.malformedValues, "\(name) ends within a list or dictionary: it is truncated.")
    }
}
