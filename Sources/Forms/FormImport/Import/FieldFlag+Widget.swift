package import FormModel
package import QPDF

extension Widget {
    /// The flags that apply to the widget's kind.
    ///
    /// Flags represented by other properties are excluded.
    package var fieldFlags: Set<FieldFlag> { Set(FieldFlag.allCases.filter { $0.isSet(on: self) }) }

    fileprivate var isCombo: Bool { kind == .choice && !isList }
}

extension FieldFlag {
    /// The bit position of the flag in `/Ff` (1-based, as in the standard).
    package var bit: Int {
        switch self {
        case .noExport: 3
        case .password: 14
        case .noToggleToOff: 15
        case .edit: 19
        case .sort: 20
        case .fileSelect: 21
        case .multiSelect: 22
        case .doNotSpellCheck: 23
        case .doNotScroll: 24
        case .radiosInUnison, .richText: 26
        case .commitOnSelChange: 27
        }
    }

    /// Returns whether the flag is set on a widget.
    ///
    /// The bit has this meaning only for some kinds of field.
    fileprivate func isSet(on widget: Widget) -> Bool {
        let kind = widget.kind
        guard widget.flags & 1 << (bit - 1) != 0 else { return false }
        return switch self {
        case .noExport: true
        case .noToggleToOff, .radiosInUnison: kind == .radio
        case .password, .fileSelect, .doNotScroll, .richText: kind == .text
        case .doNotSpellCheck: kind == .text || kind == .choice
        case .edit: widget.isCombo
        case .sort, .commitOnSelChange: kind == .choice
        case .multiSelect: kind == .choice && widget.isList
        }
    }
}
