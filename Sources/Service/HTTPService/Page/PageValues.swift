import Mustache

/// The properties of a value for templates, read once.
///
/// The library would reflect the value for each name in a template, and those around it for each name that it lacks.
/// That took most of the time of a page with a list.
struct PageValues: MustacheParent {
    private let properties: [String: Any]

    func child(named name: String) -> Any? { properties[name] }

    /// Returns a value as the properties that templates read.
    ///
    /// What has a text of its own stays as it is. An optional without a value becomes nil.
    static func read(_ value: Any) -> Any? {
        if value is String || value is Bool { return value }
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .optional: return mirror.children.first.flatMap { read($0.value) }
        case .collection: return mirror.children.compactMap { read($0.value) }
        case .struct:
            guard !(value is any CustomStringConvertible), !(value is any MustacheParent) else { return value }
            var properties: [String: Any] = [:]
            for child in mirror.children {
                if let label = child.label { properties[label] = read(child.value) }
            }
            return PageValues(properties: properties)
        default: return value
        }
    }
}
