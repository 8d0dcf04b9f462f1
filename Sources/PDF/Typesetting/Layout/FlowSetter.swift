import Cairo
import FailureModel
import Geometry

/// Lays out blocks one by one, and passes the items on for placement on pages.
final class FlowSetter {
    private let setter: ParagraphSetter
    private let options: TypesettingOptions
    private let filler: PageFiller
    private var template: PageTemplate
    private var frames: [Frame]

    /// An open container, or the page.
    private struct Frame {
        var kind: Kind
        var column: Column
        /// The number of scopes that end with the container.
        var scopes = 0
        /// The space below.
        var spaceAfter = 0.0

        enum Kind {
            case page
            case list(ListStyle)
            case item(marker: ListMarker?)
            case quote(BoxStyle)
            case table(SetTable)
            case contents
        }
    }

    init(
        _ template: PageTemplate, language: String?, options: TypesettingOptions, filler: PageFiller
    ) throws(Failure) {
        setter = ParagraphSetter(language: language, maximumPixels: options.maximumPixels)
        self.options = options
        self.filler = filler
        self.template = template
        try Self.check(template)
        frames = [Frame(kind: .page, column: template.column)]
    }

    private static func check(_ template: PageTemplate) throws(Failure) {
        let size = template.size
        guard size.width.isFinite, size.height.isFinite, size.width <= longestSide, size.height <= longestSide,
            template.column.width >= Column.narrowest, template.bodyHeight >= lowestBody
        else { throw Failure(.malformedFlow, "The page's size and margins leave no room for text.") }
    }

    /// The minimum height of a page for text, about one line.
    private static let lowestBody = 12.0

    /// The maximum side of a page in PDF viewers, 200 inches.
    private static let longestSide = 14_400.0

    private var column: Column { frames[frames.count - 1].column }

    func set(_ block: FlowBlock) throws(Failure) {
        switch block {
        case .paragraph(let paragraph): try set(paragraph, as: .paragraph)
        case .heading(let heading): try set(heading)
        case .code(let code): try set(code.paragraph, as: .code)
        case .figure(let figure): try set(figure)
        case .contentsEntry(let entry): try set(entry)
        case .row(let row): try set(row)
        case .rule:
            try placeMarker(beside: nil)
            filler.space(Self.ruleSpace)
            try filler.add(.rule(x: column.x, width: column.width), height: Self.ruleWidth)
            filler.space(Self.ruleSpace)
        case .space(let height): filler.space(height)
        case .pageBreak: try filler.breakPage()
        case .section(let template):
            try Self.check(template)
            guard frames.count == 1 else { throw Failure(.malformedFlow, "A section begins within a container.") }
            self.template = template
            frames[0].column = template.column
            try filler.beginSection(template)
        case .begin(let container): try begin(container)
        case .end: try end()
        }
        for warning in setter.takeWarnings() { filler.warn(warning) }
    }

    private static let ruleSpace = 8.0
    static let ruleWidth = 0.75

    /// Ends the document.
    func finish() throws(Failure) {
        guard frames.count == 1 else { throw Failure(.malformedFlow, "A container has no end.") }
        try filler.finish()
    }

    // MARK: Text

    private func set(
        _ paragraph: Paragraph, as kind: StructureTree.Kind, anchor: Anchor? = nil, staysWithNext: Bool = false
    ) throws(Failure) {
        let style = paragraph.style
        let box = style.box
        turnItem(to: paragraph.direction)
        let set = setter.set(paragraph, in: column.inset(by: box.padding))
        filler.space(style.spaceBefore)
        try placeMarker(beside: set.lines.first.map { box.padding.top + $0.baseline })
        try begin(
            kind, box: box, anchor: anchor ?? paragraph.destination.map { Anchor(destination: $0) })
        let count = set.lines.count
        let orphans = style.staysTogether ? count : max(1, style.orphans)
        let widows = max(1, style.widows)
        for (index, line) in set.lines.enumerated() {
            let isLast = index == count - 1
            let stays =
                isLast
                ? style.staysWithNext || staysWithNext || box.padding.bottom > 0
                : index < orphans - 1 || index >= count - widows
            try filler.add(.line(set, index), height: line.height, staysWithNext: stays, notes: notes(of: set, index))
        }
        try end(box: box, staysWithNext: style.staysWithNext || staysWithNext)
        filler.space(style.spaceAfter)
    }

    /// Returns the footnotes with their marks on a line.
    private func notes(of paragraph: SetParagraph, _ line: Int) -> [SetFootnote] {
        paragraph.notes[line, default: []].map { SetFootnote($0, in: frames[0].column, by: setter) }
    }

    /// Returns the footnotes with their marks in a row.
    private func notes(of row: SetRow) -> [SetFootnote] {
        row.cells.flatMap { cell in cell.lines.flatMap { notes(of: $0.paragraph, $0.index) } }
    }

    private func set(_ heading: Heading) throws(Failure) {
        let level = min(max(heading.level, 1), 6)
        let text = heading.paragraph.text
        try set(
            heading.paragraph, as: .heading(level),
            anchor: Anchor(
                destination: heading.paragraph.destination,
                heading: (level, text, heading.isInOutline)),
            staysWithNext: true)
    }

    private func set(_ entry: ContentsEntry) throws(Failure) {
        let lines = ContentsLine(entry, in: column, by: setter)
        try filler.begin(Scope(kind: .contentsItem))
        try filler.begin(Scope(kind: .reference))
        let count = lines.title.lines.count
        for (index, line) in lines.title.lines.enumerated() {
            let isLast = index == count - 1
            try filler.add(
                isLast ? .contentsLine(lines) : .line(lines.title, index), height: line.height, staysWithNext: !isLast)
        }
        try filler.end()
        try filler.end()
        filler.space(entry.spaceAfter)
    }

    // MARK: Figures and tables

    private func set(_ figure: Figure) throws(Failure) {
        if figure.placement == nil { try placeMarker(beside: nil) }
        let content: SetFigure.Content
        switch figure.content {
        case .drawing(let drawing): content = .drawing(drawing)
        case .page(let page):
            if let opened = page.opened() {
                content = .page(opened, paper: page.paper)
            } else {
                filler.warn(.unreadablePicture(alternativeText: figure.alternativeText))
                content = placeholder(figure.alternativeText)
            }
        case .picture(let file):
            switch file.decoded(maximumPixels: options.maximumPixels) {
            case .success(let picture): content = .picture(picture)
            case .failure(let reason):
                filler.warn(reason.warning(alternativeText: figure.alternativeText))
                content = placeholder(figure.alternativeText)
            }
        }
        let set = SetFigure(figure, in: column, height: template.bodyHeight, content: content)
        guard figure.placement == nil else { return try filler.place(set) }
        filler.space(figure.spaceBefore)
        try filler.add(.figure(set), height: set.size.height, staysWithNext: figure.staysWithNext)
        filler.space(figure.spaceAfter)
    }

    private func placeholder(_ text: String?) -> SetFigure.Content {
        let padding = Insets(start: 2 * SetFigure.placeholderPadding)
        let style = TextStyle(size: 9, isItalic: true, color: Color(gray: 0.35))
        return .placeholder(text.map { setter.set(Paragraph($0, style), in: column.inset(by: padding)) })
    }

    private func set(_ row: TableRow) throws(Failure) {
        guard case .table(let table) = frames[frames.count - 1].kind else {
            throw Failure(.malformedFlow, "A row stands outside a table.")
        }
        let set = table.set(row, isHead: false, by: setter)
        try filler.add(
            .row(set, isHead: false), height: set.height, staysWithNext: row.staysWithNext, notes: notes(of: set))
    }

    // MARK: Containers

    private func begin(_ container: Container) throws(Failure) {
        guard frames.count <= options.maximumDepth else {
            throw Failure(.malformedFlow, "The content is nested more than \(options.maximumDepth) levels deep.")
        }
        switch container {
        case .list(let style):
            // An item without its own text has its marker beside that of its first inner item.
            try placeMarker(beside: nil)
            try filler.begin(Scope(kind: .list, details: StructureTree.Details(numbering: style.numbering)))
            frames.append(
                Frame(kind: .list(style), column: column, scopes: 1, spaceAfter: style.spaceAfter))
        case .item(let marker):
            guard case .list(let style) = frames[frames.count - 1].kind else {
                throw Failure(.malformedFlow, "A list item stands outside a list.")
            }
            try filler.begin(Scope(kind: .listItem))
            frames.append(
                Frame(
                    kind: .item(marker: marker), column: column.inset(by: Insets(start: style.indent)), scopes: 1))
        case .quote(let box):
            try placeMarker(beside: nil)
            try begin(.blockQuote, box: box)
            frames.append(Frame(kind: .quote(box), column: column.inset(by: box.padding)))
        case .table(let table):
            try placeMarker(beside: nil)
            try begin(table)
        case .contents:
            try filler.begin(Scope(kind: .contents))
            frames.append(Frame(kind: .contents, column: column, scopes: 1))
        }
    }

    private func begin(_ table: Table) throws(Failure) {
        filler.space(table.style.spaceBefore)
        let set = SetTable(table, in: column)
        let head = table.header.map { set.set($0, isHead: true, by: setter) }
        try filler.begin(
            Scope(kind: .table, details: table.summary.map { StructureTree.Details(summary: $0) }, head: head))
        if !head.isEmpty {
            try filler.begin(Scope(kind: .tableHead))
            for row in head {
                try filler.add(
                    .row(row, isHead: true), height: row.height, staysWithNext: true, notes: notes(of: row))
            }
            try filler.end()
        }
        try filler.begin(Scope(kind: .tableBody))
        frames.append(
            Frame(kind: .table(set), column: column, scopes: 2, spaceAfter: table.style.spaceAfter))
    }

    private func end() throws(Failure) {
        guard frames.count > 1 else { throw Failure(.malformedFlow, "A container ends that has not begun.") }
        // An item without content still shows its marker.
        if case .item(.some(let marker)) = frames[frames.count - 1].kind {
            let line = setter.set(Paragraph("", marker.run.style), in: column)
            try placeMarker(beside: line.lines.first?.baseline)
            if let first = line.lines.first { try filler.add(.line(line, 0), height: first.height) }
        }
        let frame = frames.removeLast()
        if case .quote(let box) = frame.kind {
            try end(box: box, staysWithNext: false)
        }
        for _ in 0..<frame.scopes { try filler.end() }
        filler.space(frame.spaceAfter)
    }

    /// Turns the column of an item that begins with text of another direction.
    ///
    /// Its marker then stands where the lines begin.
    private func turnItem(to direction: Direction?) {
        guard case .item(.some) = frames[frames.count - 1].kind, let direction, direction != column.direction,
            case .list(let style) = frames[frames.count - 2].kind
        else { return }
        var whole = frames[frames.count - 2].column
        whole.direction = direction
        frames[frames.count - 1].column = whole.inset(by: Insets(start: style.indent))
    }

    /// Places the marker of the current item before its first content.
    ///
    /// `baseline` is the distance of the content's first baseline, if it has one.
    private func placeMarker(beside baseline: Double?) throws(Failure) {
        guard case .item(.some(let marker)) = frames[frames.count - 1].kind else { return }
        frames[frames.count - 1].kind = .item(marker: nil)
        frames[frames.count - 1].scopes += 1
        let column = column
        if !marker.run.text.isEmpty {
            let set = setter.set(marker.run, direction: column.direction)
            let gap = marker.run.style.size * 0.4
            let moved = set.moved(
                to: column.direction == .leftToRight ? column.x - gap - set.width : column.x + column.width + gap)
            try filler.begin(Scope(kind: .label))
            try filler.add(.marker(moved, baseline: baseline ?? set.lines.first?.baseline ?? 0), height: 0)
            try filler.end()
        }
        try filler.begin(Scope(kind: .listBody))
    }

    // MARK: Scopes

    private func begin(_ kind: StructureTree.Kind, box: BoxStyle, anchor: Anchor? = nil) throws(Failure) {
        let place = column
        let drawn = box.background != nil || box.barColor != nil
        try filler.begin(
            Scope(
                kind: kind,
                box: drawn
                    ? Scope.Box(style: box, x: place.x, width: place.width, direction: place.direction) : nil,
                anchor: anchor))
        if box.padding.top > 0 { try filler.add(.padding, height: box.padding.top, staysWithNext: true) }
    }

    private func end(box: BoxStyle, staysWithNext: Bool) throws(Failure) {
        if box.padding.bottom > 0 {
            try filler.add(.endPadding, height: box.padding.bottom, staysWithNext: staysWithNext)
        }
        try filler.end()
    }
}
