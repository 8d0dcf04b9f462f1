import FormImport

import FailureModel
import Cairo
import FormModel
import Foundation
import QPDF

extension Composer {
    /// Returns the part of a value's report entry that does not depend on its drawing.
    func entry(for value: BoundValue) -> FillReport.Entry {
        let field = value.field
        var entry = FillReport.Entry(
            id: field.id, name: field.name, label: field.label, section: field.section, page: field.page,
            key: value.key,
            match: value.match, source: value.source, fontSize: nil, custom: value.custom, warnings: [])
        if case .checked = value.content { entry.question = field.group?.label }
        if value.lacksMarks == true {
            entry.warnings.append(
                "The value is written without its hyphens and spaces, for which there are too few cells.")
        }
        if value.isOrderAssumed == true {
            entry.warnings.append("The form does not say whether the day or the month comes first: check the date.")
        }
        entry.isEmptied = value.content.isEmpty ? true : nil
        if let note = value.match.note(key: value.key) { entry.warnings.append(note) }
        return entry
    }

    /// Draws one value, or a reference to it if it goes to an added page.
    func draw(
        _ value: BoundValue, skew: Double, widget: Widget?, of target: ComposeTarget, _ texts: inout RecordTexts,
        on context: DrawingContext
    ) throws(Failure) -> FillReport.Entry {
        var value = value
        if widget?.isPassword == true { value.content = value.content.hidden }
        var field = value.field.upright(in: widget)
        if field.type == .signature, let words = field.printedWords {
            let others = target.description.fields.lazy
                .filter { $0.page == field.page && $0.id != field.id }.map(\.region)
            field.region = SignatureRoom.region(of: field, among: words + others)
        }
        var entry = entry(for: value)
        var pivoted: [(region: Region, mark: () -> Void)] = []
        switch value.content {
        case .checked(let isChecked):
            let mark = CheckMark(isRound: target.hasRoundBoxes, widget: widget, preferred: options.mark)
            pivoted = [(field.region, { [field] in if isChecked { mark.draw(in: field.region, on: context) } })]
        case .picture(let data):
            let picture = try FieldPicture(data, field: field)
            let mark = { [field] in
                if field.type == .signature {
                    picture.drawSignature(in: field.region, on: field.baseline, context)
                } else {
                    picture.drawPhoto(in: field.region, on: context)
                }
            }
            pivoted = [(field.region, mark)]
        case .text, .choice, .formatted:
            var list: ListBox?
            var rows = [(value: value, field: field)]
            if let widget, widget.isList, !widget.options.isEmpty {
                let box = try listBox(value, widget, in: field, target)
                list = box
                rows = box.wideRows.map { row in
                    var text = (value: value, field: field)
                    text.value.content = .text(row.text)
                    (text.field.region, text.field.baseline) = (row.region, nil)
                    return text
                }
            }
            var placements: [TextFitter.Placement] = []
            if let part = texts.lines[value.field] {
                placements = part.placements
                entry.addendum = part.addendum
                entry.warnings += part.warnings
            } else {
                for row in rows {
                    placements += try self.placements(of: row.value, in: row.field, target, &texts.addenda, &entry)
                }
            }
            let sizes = placements.map(\.size) + (list.map { [$0.size] } ?? [])
            entry.fontSize = sizes.min().map { ($0 * 100).rounded() / 100 }
            entry.warnings += placements.compactMap(\.warning)
            if placements.contains(where: \.overlaps) {
                entry.overlaps = true
                entry.warnings.append("The value covers printed words.")
            }
            let color = color(of: value, widget)
            func draw(_ placement: TextFitter.Placement) {
                context.draw(placement.layout, x: placement.x, y: placement.y)
            }
            let others = placements.filter { $0.line == nil }
            pivoted = [
                (
                    field.region,
                    { [list] in
                        list?.draw(in: color, on: context)
                        others.forEach(draw)
                    }
                )
            ]
            pivoted += placements.compactMap { placement in
                placement.line.map { line in (line, { draw(placement) }) }
            }
        }
        // A line of a blank is turned about its own centre, since the centre of the blank is on another line.
        for (region, mark) in pivoted {
            context.saved {
                if skew != 0 { context.rotate(degrees: skew, aroundX: region.midX, y: region.midY) }
                context.setColor(color(of: value, widget))
                context.turned(by: widget?.look.rotation ?? 0, about: field.region, mark)
            }
        }
        return entry
    }

    /// Lays out a list box with the options of a value selected.
    private func listBox(
        _ value: BoundValue, _ widget: Widget, in field: Field, _ target: ComposeTarget
    ) throws(Failure) -> ListBox {
        let exports: [String]
        if case .choice(_, let export) = value.content {
            exports = [export]
        } else {
            let text = value.content.text?.text ?? ""
            exports = text.split(separator: "\n").map(String.init) + [text]
        }
        let choices = ListOptions(of: widget)
        let chosen = Set(exports.compactMap(choices.place(ofHeld:)))
        let texts = chosen.sorted().map { choices.shown[$0] }.joined(separator: "\n")
        try TextPlacer(options: options, target: target).checkGlyphs(texts, for: field)
        return ListBox(
            widget, chosen: chosen, in: field.region,
            families: options.fontFamilies.joined(separator: ", "), size: value.style?.fontSize ?? options.fontSize,
            unit: target.document.unit(ofPage: widget.page))
    }

    /// Places the text of a value in a field, or else a reference to it.
    private func placements(
        of value: BoundValue, in field: Field, _ target: ComposeTarget, _ addenda: inout Addenda,
        _ entry: inout FillReport.Entry
    ) throws(Failure) -> [TextFitter.Placement] {
        let placer = TextPlacer(options: options, target: target, key: value.key, isKept: value.match == .kept)
        do throws(Failure) {
            return try placer.place(value.content.text ?? FormattedText(), in: field, style: value.style)
        } catch {
            let reference = try reference(to: value, in: field, after: error, target, &addenda)
            entry.addendum = reference.number
            entry.warnings.append(Addenda.note(reference.number))
            return reference.placements
        }
    }

    /// Adds a value to the added pages and returns a reference.
    ///
    /// - Throws: the error after which it is called, unless the options allow an addendum.
    func reference(
        to value: BoundValue, in field: Field, after error: Failure, _ target: ComposeTarget,
        _ addenda: inout Addenda
    ) throws(Failure) -> (placements: [TextFitter.Placement], number: Int) {
        // A password would be legible on an added page.
        guard error.code == .valueOverflow, options.overflow == .addendum, field.type != .signature,
            !field.flags.contains(.password)
        else { throw error }
        var placer = TextPlacer(options: options, target: target)
        try placer.checkGlyphs(addenda.whole(value).text, for: field)
        placer.options.minimumFontSize = options.smallestFontSize
        let number = addenda.number(of: value)
        for words in AddendumWords.references(to: number) {
            guard let placed = try? placer.place(FormattedText(words), in: field, style: value.style) else {
                continue
            }
            addenda.add(value, reference: words)
            return (placed, number)
        }
        throw error
    }

    /// Returns the colour of a value.
    ///
    /// This is its own, that of the options, or that of the form.
    private func color(of value: BoundValue, _ widget: Widget?) -> TextColor {
        value.style?.color ?? options.color ?? widget?.look.text.flatMap(TextColor.init(components:)) ?? .black
    }
}

extension DrawingContext {
    /// Runs `body` with the drawing rotated counterclockwise about the centre of a region.
    func turned(by degrees: Int, about region: Region, _ body: () -> Void) {
        guard degrees != 0 else { return body() }
        saved {
            rotate(degrees: Double(-degrees), aroundX: region.midX, y: region.midY)
            body()
        }
    }
}

extension BoundValue.Content {
    /// Whether the content leaves nothing in its field.
    var isEmpty: Bool {
        switch self {
        case .checked(let isOn): !isOn
        case .picture: false
        case .text, .choice, .formatted: text?.text.isEmpty ?? true
        }
    }

    /// The content with text as bullets, as passwords are shown.
    var hidden: BoundValue.Content {
        text.map { .text(String(repeating: "•", count: $0.text.count)) } ?? self
    }
}
