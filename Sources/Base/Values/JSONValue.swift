/// A value of a JSON text.
public enum JSONValue: Hashable, Sendable {
    /// Null.
    case null
    /// True or false.
    case flag(Bool)
    /// A number, in decimal notation without redundant digits by default.
    case number(String)
    /// Text.
    case text(String)
    /// A list.
    case list([JSONValue])
    /// An object.
    case object(JSONObject)

    /// Creates a text, or null.
    package init(_ text: String?) {
        self = text.map(JSONValue.text) ?? .null
    }

    /// The text; nil for any other value.
    public var text: String? {
        if case .text(let text) = self { text } else { nil }
    }

    /// The truth value; nil for any other value.
    public var flag: Bool? {
        if case .flag(let flag) = self { flag } else { nil }
    }

    /// The number; nil for any other value.
    public var number: Double? {
        if case .number(let text) = self { Double(text) } else { nil }
    }

    /// The number if it is an integer of at most ten characters; nil otherwise.
    public var integer: Int? {
        if case .number(let text) = self, text.utf8.count <= 10 { Int(text) } else { nil }
    }

    /// The list; nil for any other value.
    public var list: [JSONValue]? {
        if case .list(let list) = self { list } else { nil }
    }

    /// The object; nil for any other value.
    public var object: JSONObject? {
        if case .object(let object) = self { object } else { nil }
    }
}

/// The members of a JSON object in their original order.
public struct JSONObject: Hashable, Sendable {
    /// A key with its value.
    public struct Member: Hashable, Sendable {
        /// The key.
        public var key: String
        /// The value.
        public var value: JSONValue

        /// Creates a member.
        public init(key: String, value: JSONValue) {
            self.key = key
            self.value = value
        }
    }

    /// All members.
    public var members: [Member]

    /// Creates an object.
    public init(_ members: [Member] = []) {
        self.members = members
    }

    /// The value of a key; nil if missing.
    ///
    /// The last of several members with the same key counts, as in JavaScript. Keys are compared byte by byte.
    public subscript(key: String) -> JSONValue? {
        get { members.last { $0.key.hasBytes(of: key) }?.value }
        set {
            if let newValue, let place = members.lastIndex(where: { $0.key.hasBytes(of: key) }) {
                members[place].value = newValue
            } else if let newValue {
                members.append(Member(key: key, value: newValue))
            } else {
                members.removeAll { $0.key.hasBytes(of: key) }
            }
        }
    }

    /// Removes members before others with the same key.
    package mutating func removeRepeatedKeys() {
        guard Set(members.map(\.key)).count < members.count else { return }
        // Keys that are equal for Swift may differ in their bytes.
        var known: Set<[UInt8]> = []
        members = members.reversed().filter { known.insert(Array($0.key.utf8)).inserted }.reversed()
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    /// Creates an object from its members.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        members = elements.map { Member(key: $0.0, value: $0.1) }
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral
{
    /// Creates text.
    public init(stringLiteral value: String) { self = .text(value) }
    /// Creates a number.
    public init(integerLiteral value: Int) { self = .number(String(value)) }
    /// Creates a truth value.
    public init(booleanLiteral value: Bool) { self = .flag(value) }
    /// Creates a list.
    public init(arrayLiteral elements: JSONValue...) { self = .list(elements) }
}
