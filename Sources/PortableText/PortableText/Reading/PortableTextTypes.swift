import Values

/// A mapping of a dataset's own types to types with a renderer.
///
/// It is applied to the JSON before the document is checked, so that mapped types are known in strict mode.
public struct PortableTextTypes: Hashable, Sendable {
    /// A known form of an object.
    public struct Target: Hashable, Sendable {
        /// The kind of result.
        public enum Kind: Hashable, Sendable {
            /// An object of a known type, such as `image`.
            case object(type: String)
            /// Text blocks with a style, such as `blockquote`.
            case text(style: String)
            /// Nothing.
            case nothing
        }

        /// The kind of result.
        public var kind: Kind
        /// The members of the result, each with the path of its value in the object.
        public var members: [String: [String]]

        /// Creates a target.
        public init(_ kind: Kind, members: [String: [String]] = [:]) {
            self.kind = kind
            self.members = members
        }
    }

    /// A known form of a mark.
    public enum Mark: Hashable, Sendable {
        /// A decorator, such as `strong`.
        case decorator(String)
        /// A link with an address at a path in the annotation, after a prefix.
        case link(path: [String], prefix: String)
        /// A footnote with the text at a path in the annotation.
        case footnote(path: [String])
        /// No mark.
        case nothing
    }

    /// The targets of objects by their type.
    public var objects: [String: Target]
    /// The targets of decorators by their name, and of annotations by their type.
    public var marks: [String: Mark]

    /// Creates a mapping.
    public init(objects: [String: Target] = [:], marks: [String: Mark] = [:]) {
        self.objects = objects
        self.marks = marks
    }

    /// The member of a text block that has its text.
    public static let textMember = "text"

    // MARK: Application

    /// Returns a document with known types.
    func applied(to json: JSONValue) -> JSONValue {
        switch json {
        case .list(let values): .list(values.flatMap(results(for:)))
        case .object(let object):
            // A document, or a single block.
            results(for: .object(object)).first ?? .list([])
        default: json
        }
    }

    /// Returns the values in place of a value of a list.
    private func results(for value: JSONValue) -> [JSONValue] {
        guard case .object(let object) = value else {
            if case .list(let values) = value { return [.list(values.flatMap(results(for:)))] }
            return [value]
        }
        guard let type = object["_type"]?.text, let target = objects[type] else { return [.object(inner(object))] }
        switch target.kind {
        case .nothing: return []
        case .object(let type):
            var result = object
            result["_type"] = .text(type)
            for (member, path) in target.members { result[member] = Self.value(at: path, in: object) }
            return [.object(inner(result))]
        case .text(let style):
            let path = target.members[Self.textMember] ?? [Self.textMember]
            let blocks = texts(Self.value(at: path, in: object), key: object["_key"], style: style)
            // Without a text it keeps its type, which the reader reports: a path may be wrong.
            return blocks.isEmpty ? [.object(inner(object))] : blocks
        }
    }

    /// Returns an object with known types and marks in its members.
    private func inner(_ object: JSONObject) -> JSONObject {
        var result = object
        for place in result.members.indices {
            let member = result.members[place]
            switch member.value {
            case .list(let values) where member.key == "marks": result.members[place].value = marks(values)
            case .list(let values) where member.key == "markDefs":
                result.members[place].value = .list(values.compactMap(definition))
            case .list(let values): result.members[place].value = .list(values.flatMap(results(for:)))
            case .object(let inner): result.members[place].value = .object(self.inner(inner))
            default: break
            }
        }
        guard let definitions = object["markDefs"]?.list, case .list(let children)? = result["children"] else {
            return result
        }
        // Annotations that became decorators, or nothing, are named by their key in spans.
        var replaced: [String: String?] = [:]
        for definition in definitions {
            guard let key = definition.object?["_key"]?.text, let type = definition.object?["_type"]?.text else {
                continue
            }
            switch marks[type] {
            case .decorator(let name): replaced[key] = .some(name)
            case .nothing: replaced[key] = .some(nil)
            case .link, .footnote, nil: break
            }
        }
        guard !replaced.isEmpty else { return result }
        result["children"] = .list(
            children.map { child in
                guard var span = child.object, let names = span["marks"]?.list else { return child }
                span["marks"] = .list(
                    names.compactMap { name in
                        guard let text = name.text, let new = replaced[text] else { return name }
                        return new.map(JSONValue.text)
                    })
                return .object(span)
            })
        return result
    }

    /// Returns the decorators of a span; keys of annotations stay.
    private func marks(_ names: [JSONValue]) -> JSONValue {
        .list(
            names.compactMap { name in
                switch name.text.flatMap({ marks[$0] }) {
                case .decorator(let known): .text(known)
                case .nothing: nil
                case .link, .footnote, nil: name
                }
            })
    }

    /// Returns an annotation with a known type, or nil for a decorator.
    private func definition(_ value: JSONValue) -> JSONValue? {
        guard let object = value.object, let type = object["_type"]?.text, let mark = marks[type] else { return value }
        var result = object
        switch mark {
        case .link(let path, let prefix):
            result["_type"] = .text(PortableTextMarkDefinition.linkType)
            result["href"] = Self.value(at: path, in: object)?.text.map { .text(prefix + $0) }
        case .footnote(let path):
            result["_type"] = .text(PortableTextMarkDefinition.footnoteType)
            result[Self.textMember] = Self.value(at: path, in: object)
        case .decorator, .nothing: return nil
        }
        return .object(result)
    }

    /// Returns text blocks of a text, of blocks or of spans.
    private func texts(_ value: JSONValue?, key: JSONValue?, style: String) -> [JSONValue] {
        func block(_ children: [JSONValue]) -> JSONValue {
            var block: JSONObject = [
                "_type": .text(PortableTextBlock.textType), "style": .text(style), "children": .list(children),
            ]
            block["_key"] = key
            return .object(block)
        }
        switch value {
        case .text(let text): return [block([.object(["_type": .text(PortableTextSpan.type), "text": .text(text)])])]
        case .list(let values):
            if values.allSatisfy({ $0.object?["_type"]?.text == PortableTextSpan.type }) {
                return [block(values.flatMap(results(for:)))]
            }
            return values.flatMap(results(for:)).map { value in
                guard var object = value.object, object["_type"]?.text == PortableTextBlock.textType,
                    [nil, PortableTextBlock.normalStyle].contains(object["style"]?.text)
                else { return value }
                object["style"] = .text(style)
                return .object(object)
            }
        case .object(let object): return texts(.list([.object(object)]), key: key, style: style)
        default: return []
        }
    }

    /// Returns the value at a path of names and 0-based places in lists.
    private static func value(at path: [String], in object: JSONObject) -> JSONValue? {
        var value: JSONValue? = .object(object)
        for name in path {
            switch value {
            case .object(let object): value = object[name]
            case .list(let values):
                guard let place = Int(name), values.indices.contains(place) else { return nil }
                value = values[place]
            default: return nil
            }
        }
        return value
    }
}
