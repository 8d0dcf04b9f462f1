import Foundation
import Yams

/// The content of the API page, which the template reads by reflection.
struct APIReference: Sendable {
    struct Parameter: Sendable {
        let parameterName: String
        let place: String
        let parameterType: String
        let isRequired: Bool
        let parameterText: String
    }

    struct Answer: Sendable {
        let status: String
        let answerText: String
        let types: [TypeReference]
    }

    struct TypeReference: Sendable {
        let mediaType: String
        let typeText: String
        /// The name of the schema, if any.
        let schemaLink: String?
    }

    struct Operation: Sendable {
        let anchor: String
        let method: String
        let path: String
        let summary: String
        let operationText: String
        let needsLogin: Bool
        let hasParameters: Bool
        let parameters: [Parameter]
        let hasBody: Bool
        let bodies: [TypeReference]
        let answers: [Answer]
    }

    struct Property: Sendable {
        let propertyName: String
        let propertyType: String
        let isRequired: Bool
        let propertyText: String
    }

    struct Schema: Sendable {
        let schemaName: String
        let schemaText: String
        let hasProperties: Bool
        let properties: [Property]
    }

    let version: String
    let introduction: String
    let operations: [Operation]
    let schemas: [Schema]

    init(_ whole: Node.Mapping) {
        let reader = Reader(whole: whole)
        version = whole["info"]?["version"]?.string ?? ""
        introduction = Self.plain(whole["info"]?["description"])
        operations = reader.operations()
        schemas = (whole["components"]?["schemas"]?.mapping ?? [:]).map { name, schema in
            reader.schema(name.string ?? "", schema)
        }
    }

    /// Returns a text without the Markdown marks of descriptions.
    private static func plain(_ node: Node?) -> String { (node?.string ?? "").replacing("`", with: "") }

    /// Resolves the references of a description.
    private struct Reader {
        let whole: Node.Mapping

        func operations() -> [Operation] {
            (whole["paths"]?.mapping ?? [:]).flatMap { path, item -> [Operation] in
                let shared = parameters(item["parameters"])
                return (item.mapping ?? [:]).compactMap { method, operation in
                    guard let method = method.string, operation["responses"] != nil else { return nil }
                    return self.operation(method, path.string ?? "", operation, shared)
                }
            }
        }

        private func operation(
            _ method: String, _ path: String, _ node: Node, _ shared: [Parameter]
        ) -> Operation {
            let parameters = shared + parameters(node["parameters"])
            let bodies = types(node["requestBody"].flatMap(resolved)?["content"])
            let answers = (node["responses"]?.mapping ?? [:]).map { status, answer in
                let answer = resolved(answer)
                return Answer(
                    status: status.string ?? "", answerText: APIReference.plain(answer["description"]),
                    types: types(answer["content"]))
            }.sorted { $0.status < $1.status }
            return Operation(
                anchor: node["operationId"]?.string ?? "", method: method.uppercased(), path: path,
                summary: APIReference.plain(node["summary"]), operationText: APIReference.plain(node["description"]),
                needsLogin: node["security"]?.sequence?.isEmpty != true, hasParameters: !parameters.isEmpty,
                parameters: parameters, hasBody: !bodies.isEmpty, bodies: bodies, answers: answers)
        }

        private func parameters(_ node: Node?) -> [Parameter] {
            (node?.sequence ?? []).map { node in
                let parameter = resolved(node)
                return Parameter(
                    parameterName: parameter["name"]?.string ?? "", place: parameter["in"]?.string ?? "",
                    parameterType: text(of: parameter["schema"]), isRequired: parameter["required"]?.bool == true,
                    parameterText: APIReference.plain(parameter["description"]))
            }
        }

        private func types(_ content: Node?) -> [TypeReference] {
            (content?.mapping ?? [:]).map { type, value in
                TypeReference(
                    mediaType: type.string ?? "", typeText: text(of: value["schema"]),
                    schemaLink: value["schema"]?["$ref"]?.string.map(name))
            }
        }

        func schema(_ name: String, _ node: Node) -> Schema {
            let required = Set((node["required"]?.sequence ?? []).compactMap(\.string))
            let properties = (node["properties"]?.mapping ?? [:]).map { property, value in
                Property(
                    propertyName: property.string ?? "", propertyType: text(of: value),
                    isRequired: required.contains(property.string ?? ""),
                    propertyText: APIReference.plain(value["description"]))
            }
            return Schema(
                schemaName: name, schemaText: properties.isEmpty ? text(of: node) : "",
                hasProperties: !properties.isEmpty, properties: properties)
        }

        /// Returns a type in words.
        private func text(of node: Node?) -> String {
            guard let node else { return "" }
            if let reference = node["$ref"]?.string { return name(reference) }
            if let choices = node["enum"]?.sequence { return choices.compactMap(\.string).joined(separator: ", ") }
            if let choices = node["oneOf"]?.sequence { return choices.map(text).joined(separator: " or ") }
            if let parts = node["allOf"]?.sequence { return parts.map(text).joined(separator: " with ") }
            let type = node["type"]?.string ?? "any value"
            if let items = node["items"] { return "array of \(text(of: items))" }
            if let values = node["additionalProperties"], values.mapping != nil {
                return "object of \(text(of: values))"
            }
            var details = [node["format"]?.string].compactMap(\.self)
            if let smallest = node["minimum"] { details.append("from \(smallest.string ?? "")") }
            if let greatest = node["maximum"] { details.append("to \(greatest.string ?? "")") }
            if let length = node["maxLength"] { details.append("at most \(length.string ?? "") characters") }
            return details.isEmpty ? type : "\(type) (\(details.joined(separator: ", ")))"
        }

        private func name(_ reference: String) -> String {
            reference.split(separator: "/").last.map(String.init) ?? ""
        }

        /// Returns the node that a reference points to.
        private func resolved(_ node: Node) -> Node {
            guard let reference = node["$ref"]?.string else { return node }
            var found = Node.mapping(whole)
            for part in reference.split(separator: "/").dropFirst() {
                guard let next = found[String(part)] else { return node }
                found = next
            }
            return found
        }
    }
}
