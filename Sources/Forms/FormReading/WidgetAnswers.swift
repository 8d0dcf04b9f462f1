import FormFilling
import FormImport
import FormModel
import KnownForms
import QPDF

/// Reads what the widgets on a page of a filled copy hold, by their places.
///
/// Programs that join files give other names to the fields of later copies, or leave them out of the AcroForm.
struct WidgetAnswers {
    /// The widgets of the page.
    let widgets: [Widget]
    let blank: BlankPage
    let registration: Registration

    /// Minimum intersection over union of a widget with its field.
    private static let leastOverlap = 0.5

    /// Returns what is in each field with a widget.
    func cells() -> [Field.ID: AnswerCell] {
        var cells: [Field.ID: AnswerCell] = [:]
        for field in blank.known.fields {
            let place = registration.region(field.region)
            let near = widgets.map { (widget: $0, overlap: $0.region.intersectionOverUnion(place)) }
            guard let best = near.max(by: { $0.overlap < $1.overlap }), best.overlap >= Self.leastOverlap else {
                continue
            }
            cells[field.id] = Self.cell(of: best.widget, in: field)
        }
        return cells
    }

    /// Returns what a widget holds; nil for signatures, or a field of another kind.
    private static func cell(of widget: Widget, in field: Field) -> AnswerCell? {
        guard widget.fieldFlags.isDisjoint(with: [.noExport, .password]) else {
            return AnswerCell(text: "", confidence: 0, reason: .withheld)
        }
        let isBox = widget.kind == .checkbox || widget.kind == .radio
        guard isBox == (field.type == .checkbox) else { return nil }
        let text: String
        switch ExistingValues.value(of: [widget]) {
        case .text(let value): text = value.withLineFeeds
        case .choices(let choices): text = choices.map(\.shown).joined(separator: "; ")
        case .box, .state: text = widget.isOn ? "yes" : "no"
        case nil: return nil
        }
        return AnswerCell(text: text, confidence: 1, reason: .value)
    }
}

extension String {
    /// The text with line feeds for all line ends, which corrections and tables have.
    var withLineFeeds: String { replacing("\r\n", with: "\n").replacing("\r", with: "\n") }
}
