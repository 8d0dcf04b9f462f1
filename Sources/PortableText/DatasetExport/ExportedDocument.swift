package import FailureModel
import Foundation
import PortableText
package import Values

/// A document of a dataset.
package struct ExportedDocument: Sendable {
    /// The identifier, `_id`.
    package let id: String
    /// The member `title`, if it is text.
    package let title: String?
    private let object: JSONObject

    /// The prefixes of types that are not content, such as pictures.
    private static let systemTypes = ["sanity.", "system."]

    /// Reads a line; nil if it is not content.
    ///
    /// - Throws: `invalid_json` unless the line is an object with an `_id`.
    init?(_ line: Data, number: Int, in name: String) throws(Failure) {
        let value: JSONValue
        do throws(PortableTextError) {
            value = try PortableTextReader.value(of: line)
        } catch {
            throw Failure(.invalidJSON, "Line \(number) of \(name) is not valid JSON.")
        }
        guard let object = value.object, let id = object["_id"]?.text, !id.isEmpty else {
            throw Failure(.invalidJSON, "Line \(number) of \(name) is not a document with an \"_id\".")
        }
        let type = object["_type"]?.text ?? ""
        guard !Self.systemTypes.contains(where: type.hasPrefix) else { return nil }
        self.id = id
        title = object["title"]?.text
        self.object = object
    }

    /// Returns the rich text of a document.
    ///
    /// - Parameter path: the members that lead to it, separated by dots; nil for the only one at the top level.
    /// - Returns: the blocks, or nil if there are none.
    /// - Throws: `malformed_structure` if there are several and none is named.
    package func richText(at path: String?) throws(Failure) -> JSONValue? {
        guard let path else {
            let members = object.members.filter { Self.isRichText($0.value) }
            guard members.count <= 1 else {
                let names = members.map(\.key.quoted).listed(10)
                throw Failure(
                    .malformedStructure, "The document \(id.quoted) has rich text in \(names); choose one with --field."
                )
            }
            return members.first?.value
        }
        var value: JSONValue? = .object(object)
        for name in path.split(separator: ".") { value = value?.object?[String(name)] }
        return value.flatMap { Self.isRichText($0) ? $0 : nil }
    }

    /// Returns whether a value is a list with a text block.
    private static func isRichText(_ value: JSONValue) -> Bool {
        value.list?.contains { block in
            block.object?["_type"]?.text == PortableTextBlock.textType && block.object?["children"]?.list != nil
        } ?? false
    }
}
