package import FormModel
package import QPDF

extension Widget {
    /// The flags of the field besides those that other properties tell, as far as they concern its kind.
    package var fieldFlags: Set<FieldFlag> { Set(FieldFlag.allCases.filter { $0.isSet(on: self) }) }

    fileprivate var isCombo: Bool { kind == .choice && !isList }
}

extension FieldFlag {
    /// The position of the flag in `/Ff`, from 1 as the standard counts.
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

    /// Whether the flag is set for a field of a kind, for which alone its bit has this meaning.
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
