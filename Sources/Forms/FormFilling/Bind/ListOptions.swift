import FormImport
package import FormModel
import QPDF

/// The options of a list, and which of them a text selects.
package struct ListOptions {
    /// The displayed texts.
    let shown: [String]
    /// The export values.
    let exports: [String]
    /// Whether the field also accepts other text.
    package let isEditable: Bool

    /// Reads the options of a field; nil if it is not a list.
    package init?(of field: Field) {
        guard let options = field.options else { return nil }
        shown = options
        let listed = field.exportValues ?? []
        exports = options.indices.map { listed.indices.contains($0) ? listed[$0] : options[$0] }
        isEditable = field.flags.contains(.edit)
    }

    /// Reads the options of a widget.
    init(of widget: Widget) {
        shown = widget.options.map(\.shown)
        exports = widget.options.map(\.export)
        isEditable = widget.fieldFlags.contains(.edit)
    }

    /// A unique text for each option.
    ///
    /// This is its displayed text, or its export value if that is ambiguous.
    package var keys: [String] {
        var counts: [String: Int] = [:]
        for text in shown { counts[text, default: 0] += 1 }
        let exported = Dictionary(exports.map { ($0, 1) }, uniquingKeysWith: +)
        return shown.indices.map { place in
            let text = shown[place]
            let isOthers = exports[place] != text && exported[text] != nil
            return counts[text] == 1 && !isOthers || exported[exports[place]] != 1 ? text : exports[place]
        }
    }

    /// The keys, each followed by the displayed text if that is different.
    package var names: [String] {
        zip(keys, shown).map { key, text in key == text ? text : "\(key) (\(text))" }
    }

    /// Returns the index of the option that a text selects.
    ///
    /// - Returns: an inner nil for other text that the field accepts; an outer nil if the field does not accept the
    ///   text.
    func choice(_ text: String) -> Int?? {
        let most: ChoiceText.Closeness = isEditable ? .folded : .letters
        switch ChoiceText.naming(text, among: [exports, shown], upTo: most) {
        case .one(let place): return .some(place)
        case .several(let places):
            // An option can be listed twice, or under several texts; the stored value is the same.
            let isSame = places.allSatisfy { exports[$0] == exports[places[0]] }
            return isSame ? .some(places[0]) : isEditable ? .some(nil) : nil
        case .none: break
        }
        if text.isEmpty || isEditable { return .some(nil) }
        return abridged(text).map { .some($0) }
    }

    /// Returns the one option that begins with an abridged text, as templates write long ones.
    private func abridged(_ text: String) -> Int? {
        guard text.count > 1, text.hasSuffix("…") else { return nil }
        let found = shown.indices.filter { shown[$0].hasPrefix(text.dropLast()) }
        return found.count == 1 ? found[0] : nil
    }

    /// Returns the content to write for an option.
    func content(of place: Int) -> BoundValue.Content { .choice(shown: shown[place], export: exports[place]) }

    /// Returns the index of the option stored in a document; nil for other text.
    func place(ofHeld value: String) -> Int? { exports.firstIndex(of: value) ?? shown.firstIndex(of: value) }

    /// Returns the key of the stored option, or the other text stored in a document.
    package func key(ofHeld value: String) -> String { place(ofHeld: value).map { keys[$0] } ?? value }
}
