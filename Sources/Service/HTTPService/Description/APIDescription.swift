import FailureModel
import Foundation
import Yams

/// The OpenAPI description of the service, merged from the skeleton's and the domains'.
///
/// Each part is a resource `NAME.openapi.yaml` with `paths` and `components`. The skeleton's part,
/// `service.openapi.yaml`, also lists under `x-responses` the responses that any operation may give.
struct APIDescription: Sendable {
    /// The description as YAML.
    let yaml: String
    /// The description as JSON.
    let json: Data
    /// The content of the API page.
    let page: APIReference

    private static let suffix = ".openapi.yaml"
    private static let base = "service" + suffix
    private static let shared = "x-responses"
    private static let methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"]

    /// Merges the parts found among resources.
    ///
    /// - Parameter files: the resources of the skeleton and of all domains, by name.
    /// - Throws: `internal_error` if a part is malformed, or two describe the same item.
    init(_ files: [String: [UInt8]]) throws(Failure) {
        func part(_ name: String) throws(Failure) -> Node.Mapping {
            let text = String(decoding: files[name] ?? [], as: UTF8.self)
            guard let mapping = (try? Yams.compose(yaml: text))?.mapping else {
                throw Failure(.internalError, "\(name) is not a description of an interface.")
            }
            return mapping
        }
        var whole = try part(Self.base)
        for name in files.keys.sorted() where name.hasSuffix(Self.suffix) && name != Self.base {
            let part = try part(name)
            try Self.merge(part, "paths", into: &whole, name)
            var components = whole["components"]?.mapping ?? [:]
            for (key, _) in part["components"]?.mapping ?? [:] {
                guard let kind = key.string else { continue }
                try Self.merge(part["components"]?.mapping ?? [:], kind, into: &components, name)
            }
            whole["components"] = .mapping(components)
        }
        Self.addSharedResponses(to: &whole)
        do {
            yaml = try Yams.serialize(node: .mapping(whole), indent: 2, width: 120, allowUnicode: true)
            json = try JSONSerialization.data(
                withJSONObject: Self.value(.mapping(whole)),
                options: [.sortedKeys, .withoutEscapingSlashes])
        } catch {
            throw Failure(.internalError, "The description cannot be written.", underlying: "\(error)")
        }
        page = APIReference(whole)
    }

    private static func merge(
        _ part: Node.Mapping, _ key: String, into whole: inout Node.Mapping, _ name: String
    ) throws(Failure) {
        var entries = whole[key]?.mapping ?? [:]
        for (entry, value) in part[key]?.mapping ?? [:] {
            guard entries[entry] == nil else {
                throw Failure(.internalError, "\(name) describes \(entry.string ?? "") a second time.")
            }
            entries[entry] = value
        }
        whole[key] = .mapping(entries)
    }

    /// Adds the shared responses to every operation that does not define its own.
    private static func addSharedResponses(to whole: inout Node.Mapping) {
        let shared = whole[Self.shared]?.mapping ?? [:]
        whole[Self.shared] = nil
        guard var paths = whole["paths"]?.mapping else { return }
        for (path, item) in paths {
            guard var operations = item.mapping else { continue }
            for method in methods {
                guard var operation = operations[method]?.mapping else { continue }
                var responses = operation["responses"]?.mapping ?? [:]
                let isOpen = operation["security"]?.sequence?.isEmpty == true
                for (status, response) in shared where responses[status] == nil {
                    if isOpen, status.string == "401" { continue }
                    responses[status] = response
                }
                let sorted = responses.sorted { ($0.key.string ?? "") < ($1.key.string ?? "") }
                operation["responses"] = .mapping(Node.Mapping(sorted.map { ($0.key, $0.value) }))
                operations[method] = .mapping(operation)
            }
            paths[path] = .mapping(operations)
        }
        whole["paths"] = .mapping(paths)
    }

    /// Returns a node as a value that Foundation can write as JSON.
    private static func value(_ node: Node) -> Any {
        switch node {
        case .mapping(let mapping):
            return Dictionary(mapping.map { ($0.key.string ?? "", value($0.value)) }) { $1 }
        case .sequence(let sequence): return sequence.map(value)
        // Quoted strings stay strings.
        default: return node.any
        }
    }
}
