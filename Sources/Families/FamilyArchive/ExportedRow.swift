import FailureModel
import Foundation
import RowQuery

/// An untrusted row of an export.
struct ExportedRow: Sendable {
    /// The name of the row's list in messages.
    let list: String
    private let object: JSONObject

    /// Creates a row from an object with exactly the given members.
    ///
    /// - Throws: `malformed_export` for missing or unknown members, which would be lost.
    init(_ value: JSONValue?, of list: String, _ names: [String]) throws(Failure) {
        guard case .object(let object)? = value, Set(object.members.map(\.key)) == Set(names) else {
            throw .malformedExport("an item of “\(list)” does not have the members that it should have")
        }
        self.list = list
        self.object = object
    }

    /// The value of a member; null if missing.
    subscript(name: String) -> JSONValue { object[name] ?? .null }

    /// Returns a text member.
    func text(_ name: String) throws(Failure) -> String {
        guard case .text(let text) = self[name] else { throw wrong(name) }
        return text
    }

    /// Returns a member that is text or null.
    func textOrNull(_ name: String) throws(Failure) -> String? {
        if case .null = self[name] { return nil }
        return try text(name)
    }

    /// Returns a UUID member in lower case.
    func id(_ name: String = "id") throws(Failure) -> String {
        guard let id = UUID(uuidString: try text(name)) else { throw wrong(name) }
        return id.uuidString.lowercased()
    }

    /// Returns a member that is a UUID or null.
    func idOrNull(_ name: String) throws(Failure) -> String? {
        if case .null = self[name] { return nil }
        return try id(name)
    }

    /// Returns the items of a list member.
    func items(_ name: String) throws(Failure) -> [JSONValue] {
        guard case .list(let items) = self[name] else { throw wrong(name) }
        return items
    }

    /// Returns the failure of a member with a wrong value.
    func wrong(_ name: String) -> Failure { .malformedExport("“\(name)” of an item of “\(list)” cannot be that") }
}
