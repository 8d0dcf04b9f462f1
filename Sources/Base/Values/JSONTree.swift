/// A JSON value built from the events of a reader.
package struct JSONTree {
    private struct Container {
        var isObject: Bool
        var members: [JSONObject.Member] = []
        var items: [JSONValue] = []
        /// The key of the next value.
        var key: String?
    }

    /// The complete value, or nil until then.
    package private(set) var root: JSONValue?

    private var open: [Container] = []
    private let keepsRepeatedKeys: Bool

    /// Creates an empty tree.
    ///
    /// - Parameter keepsRepeatedKeys: whether an object keeps all members with the same key rather than the last one.
    package init(keepsRepeatedKeys: Bool = true) {
        self.keepsRepeatedKeys = keepsRepeatedKeys
    }

    /// The number of open lists and objects.
    package var depth: Int { open.count }

    /// The key of the next value in the innermost object.
    package var key: String? { open.last?.key }

    /// Whether the next event must be a key or the end of the object.
    package var awaitsKey: Bool { open.last.map { $0.isObject && $0.key == nil } ?? false }

    package mutating func beginObject() { open.append(Container(isObject: true)) }

    package mutating func beginList() { open.append(Container(isObject: false)) }

    package mutating func end() {
        guard let container = open.popLast() else { return }
        guard container.isObject else { return keep(.list(container.items)) }
        var object = JSONObject(container.members)
        if !keepsRepeatedKeys { object.removeRepeatedKeys() }
        keep(.object(object))
    }

    package mutating func setKey(_ key: String) { open[open.count - 1].key = key }

    package mutating func add(_ scalar: JSONScalar) {
        switch scalar {
        case .text(let text): keep(.text(text))
        case .number(let text): keep(.number(text))
        case .flag(let flag): keep(.flag(flag))
        case .null: keep(.null)
        }
    }

    private mutating func keep(_ value: JSONValue) {
        guard let last = open.indices.last else {
            root = value
            return
        }
        guard open[last].isObject else {
            open[last].items.append(value)
            return
        }
        open[last].members.append(JSONObject.Member(key: open[last].key ?? "", value: value))
        open[last].key = nil
    }
}
