/// The relationships of a part with others.
struct PartRelationships {
    /// A relationship.
    struct Relationship {
        /// The last component of its type, such as `worksheet`.
        ///
        /// It is the same in both namespaces.
        let type: String
        /// The name of the part; nil for something outside the workbook.
        let target: String?
    }

    private(set) var byID: [String: Relationship] = [:]

    /// Reads the relationships of a part, or of the workbook as a whole.
    ///
    /// - Parameters:
    ///   - part: the name of the part; an empty one for the whole.
    ///   - parts: the parts of the workbook.
    /// - Throws: an error of unpacking or parsing, or of a path that leads out of the file.
    init(of part: String, in parts: WorkbookParts) throws(WorkbookError) {
        let components = part.split(separator: "/").map(String.init)
        let folder = Array(components.dropLast())
        let name = (folder + ["_rels", (components.last ?? "") + ".rels"]).joined(separator: "/")
        var found: [String: Relationship] = [:]
        try parts.read(name) { event, depth throws(WorkbookError) in
            guard case .start("Relationship", let attributes) = event, depth == 2, let id = attributes["Id"] else {
                return
            }
            let type = attributes["Type"]?.split(separator: "/").last.map(String.init) ?? ""
            var target: String?
            if attributes["TargetMode"] != "External" {
                target = try Self.resolved(attributes["Target"] ?? "", in: folder, name)
            }
            found[id] = Relationship(type: type, target: target)
        }
        byID = found
    }

    /// Returns the first part with a relationship of that type.
    func target(ofType type: String) -> String? {
        byID.sorted { $0.key < $1.key }.first { $0.value.type == type && $0.value.target != nil }?.value.target
    }

    /// Returns the name of a part.
    ///
    /// A target is relative to a folder or begins with a slash.
    private static func resolved(
        _ target: String, in folder: [String], _ part: String
    ) throws(WorkbookError) -> String {
        var components = target.hasPrefix("/") ? [] : folder
        for component in target.split(separator: "/") {
            switch component {
            case ".": continue
            case "..":
                guard components.popLast() != nil else { throw .damaged(part, "a path leads out of the file") }
            default: components.append(String(component))
            }
        }
        return components.joined(separator: "/")
    }
}
