import CYaml
import Yams

/// A part of a YAML text, with its place.
package struct YAMLEvent: Sendable {
    /// The kinds of parts.
    package enum Kind: Sendable {
        /// The start of a document.
        case document
        /// The start of a list.
        case list
        /// The start of a mapping.
        case mapping
        /// The end of the innermost list or mapping.
        case end
        /// A key or a value.
        case scalar(YAMLScalar)
        /// An alias, with the name of its anchor.
        case alias(String)
        /// The start of the text, or the end of a document.
        case boundary
    }

    /// The kind of the part.
    package let kind: Kind
    /// The start of the part.
    package let start: YAMLMark
    /// The end of the part.
    package let end: YAMLMark

    init(_ event: yaml_event_t) {
        kind =
            switch event.type {
            case YAML_DOCUMENT_START_EVENT: .document
            case YAML_SEQUENCE_START_EVENT: .list
            case YAML_MAPPING_START_EVENT: .mapping
            case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: .end
            case YAML_SCALAR_EVENT: .scalar(YAMLScalar(event))
            case YAML_ALIAS_EVENT: .alias(String(cString: event.data.alias.anchor))
            default: .boundary
            }
        start = YAMLMark(event.start_mark)
        end = YAMLMark(event.end_mark)
    }
}

/// A place in a YAML text.
package struct YAMLMark: Sendable {
    /// The line, from 1.
    package var line = 1
    /// The column in Unicode scalars, from 1.
    package var column = 1
    /// The number of Unicode scalars before the place.
    package var offset = 0
}

extension YAMLMark {
    init(_ mark: yaml_mark_t) {
        self.init(line: Int(mark.line) + 1, column: Int(mark.column) + 1, offset: Int(mark.index))
    }
}

/// A key or a plain value of a YAML text.
package struct YAMLScalar: Sendable {
    /// The text, without quotation marks and escapes.
    package let text: String
    /// The anchor for aliases, if any.
    package let anchor: String?
    private let writtenTag: String?

    init(_ event: yaml_event_t) {
        let scalar = event.data.scalar
        text = String(decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
        anchor = scalar.anchor.map { String(cString: $0) }
        writtenTag = scalar.quoted_implicit == 1 ? Tag.Name.str.rawValue : scalar.tag.map { String(cString: $0) }
    }

    /// The type by YAML 1.1, such as `tag:yaml.org,2002:int`; that of quoted values is text.
    package var tag: String {
        Node(text, Tag(writtenTag.map(Tag.Name.init(rawValue:)) ?? .implicit)).tag.description
    }
}
