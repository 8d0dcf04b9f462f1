package import Pipeline

/// The section `search` of `pipeline.yaml`.
///
/// ```yaml
/// search:
///   values: true    # find documents by the words of their values; false by default
/// ```
package struct SearchSettings: SettingsSection, Hashable {
    /// The key of the section.
    package static let section = "search"

    /// Whether documents are found by the words of their values.
    package var values = false

    /// Reads the section and reports mistakes to the node.
    package init(reading node: SettingsNode?) {
        guard let node else { return }
        let keys = node.mapping(known: ["values"])
        if let word = keys["values"]?.choice(of: BooleanWord.self) { values = word == .true }
    }
}
