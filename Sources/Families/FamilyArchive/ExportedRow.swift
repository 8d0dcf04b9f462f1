import FailureModel
import Foundation
import RowQuery

/// A row of an export that is not trusted.
struct ExportedRow: Sendable {
    /// What the rows of a list are called in messages.
    let list: String
    private let object: JSONObject

    /// Takes an object with exactly these members.
    ///
    /// - Throws: `malformed_export`: a member that is left out would be lost, one that is not known as well.
    init(_ value: JSONValue?, of list: String, _ names: [String]) throws(Failure) {
        guard case .object(let object)? = value, Set(object.members.map(\.key)) == Set(names) else {
            throw .malformedExport("an item of “\(list)” does not have the members that it should have")
        }
        self.list = list
        self.object = object
    }

    /// A member as it is.
    subscript(name: String) -> JSONValue { object[name] ?? .null }

    /// A member that is a text.
    func text(_ name: String) throws(Failure) -> String {
        guard case .text(let text) = self[name] else { throw wrong(name) }
        return text
    }

    /// A member that is a text or null.
    func textOrNull(_ name: String) throws(Failure) -> String? {
        if case .null = self[name] { return nil }
        return try text(name)
    }

    /// A member that is a UUID, in small letters.
    func id(_ name: String = "id") throws(Failure) -> String {
        guard let id = UUID(uuidString: try text(name)) else { throw wrong(name) }
        return id.uuidString.lowercased()
    }

    /// A member that is a UUID or null.
    func idOrNull(_ name: String) throws(Failure) -> String? {
        if case .null = self[name] { return nil }
        return try id(name)
    }

    /// The items of a member that is a list.
    func items(_ name: String) throws(Failure) -> [JSONValue] {
        guard case .list(let items) = self[name] else { throw wrong(name) }
        return items
    }

    /// The failure of a member with a wrong value.
    func wrong(_ name: String) -> Failure { .malformedExport("“\(name)” of an item of “\(list)” cannot be that") }
}
