import FailureModel
import Foundation
import Yams

/// The OpenAPI description of the service, put together from that of the skeleton and those of the domains.
///
/// Each part is a resource `NAME.openapi.yaml` with `paths` and `components`. That of the skeleton, `service.openapi.yaml`, has
/// what all share besides: under `x-responses`, the answers that any operation may give.
struct APIDescription: Sendable {
    /// The description as YAML.
    let yaml: String
    /// The description as JSON.
    let json: Data
    /// What its page shows.
    let page: APIReference

    private static let suffix = ".openapi.yaml"
    private static let base = "service" + suffix
    private static let shared = "x-responses"
    private static let methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"]

    /// Merges the parts among resources.
    ///
    /// - Parameter files: the resources of the skeleton and of all domains, by name.
    /// - Throws: `internal_error` if a part is not well-formed, or two describe the same.
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

    /// Gives every operation the answers that any may give, unless it says something else about them.
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

    /// A node as Foundation writes it into JSON.
    private static func value(_ node: Node) -> Any {
        switch node {
        case .mapping(let mapping):
            return Dictionary(mapping.map { ($0.key.string ?? "", value($0.value)) }) { $1 }
        case .sequence(let sequence): return sequence.map(value)
        // Strings in quotation marks stay strings.
        default: return node.any
        }
    }
}
