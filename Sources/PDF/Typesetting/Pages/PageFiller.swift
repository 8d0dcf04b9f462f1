import FailureModel
import Geometry

/// Places items on pages in order, with page breaks where necessary.
///
/// Items that must stay together wait until the last of them is known: a break is allowed only after an item that does
/// not stay with the next. Widows, orphans, headings and table heads therefore need no separate rules.
final class PageFiller {
    let output: any PageOutput
    private let options: TypesettingOptions
    private(set) var template: PageTemplate

    /// Waiting items; the last one stays with the next.
    private var pending: [Entry] = []
    private var pendingHeight = 0.0
    private var pendingHasContent = false
    /// The space before the next content; adjoining spaces collapse.
    private var lead = 0.0

    /// The number of pages begun.
    private(set) var pageCount = 0
    private var isPageOpen = false
    /// Whether the page has no content except repeated table heads.
    private(set) var isAtTop = true
    /// The top of the next item.
    var y = 0.0
    private var scopes: [OpenScope] = []
    /// The footnotes of the page.
    var notes = FootnoteArea()

    private struct Entry {
        var item: FlowItem
        var height: Double
        var notes: [SetFootnote] = []
    }

    /// A scope begun on this or an earlier page.
    private struct OpenScope {
        var scope: Scope
        /// The innermost element of the structure.
        var element: StructureTree.Element
        /// The decoration of its box, and the top of the box.
        var box: (index: Int, top: Double)?
        /// Whether the repeated rows were set.
        var hasHead = false
    }

    init(_ template: PageTemplate, options: TypesettingOptions, output: any PageOutput) {
        self.template = template
        self.options = options
        self.output = output
    }

    // MARK: Input

    func warn(_ kind: TypesettingWarning.Kind) {
        output.warn(TypesettingWarning(kind: kind, page: max(0, pageCount - 1)))
    }

    /// Leaves a minimum space before the next content.
    func space(_ height: Double) {
        if height.isFinite { lead = max(lead, height) }
    }

    func begin(_ scope: Scope) throws(Failure) {
        takeLead()
        pending.append(Entry(item: .begin(scope), height: 0))
        // Scopes may begin endlessly without content.
        if pending.count > Self.longestWait { try flush() }
    }

    func end() throws(Failure) {
        if pending.isEmpty { return try place(Entry(item: .end, height: 0)) }
        pending.append(Entry(item: .end, height: 0))
        if !pendingHasContent { try placeEndsOfEarlierContent() }
    }

    /// Adds an item, followed by a possible break unless it stays with the next.
    ///
    /// `notes` are the footnotes with their marks in the item.
    func add(
        _ item: FlowItem, height: Double, staysWithNext: Bool = false, notes: [SetFootnote] = []
    ) throws(Failure) {
        if case .endPadding = item, pending.isEmpty {
            if isPageOpen, y + height <= bottom { y += height }
            return
        }
        takeLead()
        pending.append(Entry(item: item, height: height, notes: notes))
        pendingHeight += height
        if item.isContent { pendingHasContent = true }
        if case .marker = item { return }
        // Items taller than a page cannot stay together anyway.
        if !staysWithNext || pendingHeight > template.bodyHeight || pending.count > Self.longestWait { try flush() }
    }

    /// The maximum number of waiting items.
    private static let longestWait = 10_000

    /// Draws a figure at its fixed region on the current page.
    func place(_ figure: SetFigure) throws(Failure) {
        try flush()
        try openPage()
        draw(figure, in: figure.placement ?? Region(x: 0, y: 0, width: 0, height: 0))
        isAtTop = false
    }

    /// Ends the page unless it is empty.
    func breakPage() throws(Failure) {
        try flush()
        lead = 0
        if isPageOpen, !isAtTop { try closePage() }
    }

    /// Continues with pages of another template.
    func beginSection(_ template: PageTemplate) throws(Failure) {
        try breakPage()
        if isPageOpen { try closePage() }
        self.template = template
    }

    /// Ends the document, with at least one page.
    func finish() throws(Failure) {
        try flush()
        if pageCount == 0 { try openPage() }
        if isPageOpen { try closePage() }
        while !notes.isEmpty {
            try openPage()
            try closePage()
        }
    }

    private func takeLead() {
        guard lead > 0 else { return }
        pending.append(Entry(item: .gap, height: lead))
        pendingHeight += lead
        lead = 0
    }

    // MARK: Breaking

    /// The bottom of the text, above the footnotes.
    var bottom: Double { bottomOfPage - notes.room(on: template) }

    /// The bottom of the text and its footnotes.
    var bottomOfPage: Double { template.size.height - template.margins.bottom }

    /// Places the ends of scopes before pending content.
    ///
    /// Otherwise these scopes would open on a new page.
    private func placeEndsOfEarlierContent() throws(Failure) {
        var depth = 0
        for entry in pending {
            if case .begin = entry.item { depth += 1 }
            if case .end = entry.item { depth -= 1 }
        }
        guard depth < 0 else { return }
        // Spaces go before the following content.
        let gaps = pending.reduce(0) { height, entry in
            if case .gap = entry.item { max(height, entry.height) } else { height }
        }
        for entry in pending {
            if case .gap = entry.item { continue }
            try place(entry)
        }
        clearPending()
        lead = max(lead, gaps)
    }

    private func clearPending() {
        pending.removeAll(keepingCapacity: true)
        pendingHeight = 0
        pendingHasContent = false
    }

    /// Places the waiting items, on a new page if they do not fit.
    private func flush() throws(Failure) {
        guard !pending.isEmpty else { return }
        let entries = pending
        clearPending()
        try openPage()
        if !fits(entries), !isAtTop {
            try closePage()
            try openPage()
        }
        if fits(entries) {
            for entry in entries { try place(entry) }
        } else {
            try placeApart(entries)
        }
    }

    /// The tolerance for rounding in the heights of many lines.
    static let tolerance = 0.01

    private func fits(_ entries: [Entry]) -> Bool {
        let room = notes.room(on: template, with: entries.lazy.flatMap(\.notes))
        return y + height(of: entries) <= bottomOfPage - room + Self.tolerance
    }

    /// Returns the height of items without spaces dropped at the top of a page.
    private func height(of entries: [Entry]) -> Double {
        var height = 0.0
        var isAtTop = isAtTop
        for entry in entries {
            if case .gap = entry.item, isAtTop { continue }
            height += entry.height
            if entry.item.isContent { isAtTop = false }
        }
        return height
    }

    /// Places items that exceed a page, with possible breaks between any two.
    private func placeApart(_ entries: [Entry]) throws(Failure) {
        // Items without height stay with the content after them.
        var unit: [Entry] = []
        for entry in entries {
            unit.append(entry)
            guard entry.item.isContent else { continue }
            if !fits(unit), !isAtTop, !isTallRow(entry) {
                try closePage()
                try openPage()
            }
            for entry in unit { try place(entry) }
            unit = []
        }
        for entry in unit { try place(entry) }
    }

    private func isTallRow(_ entry: Entry) -> Bool {
        if case .row = entry.item { entry.height > bottom - template.margins.top } else { false }
    }

    // MARK: Pages

    func openPage() throws(Failure) {
        guard !isPageOpen else { return }
        guard pageCount < options.maximumPages else {
            throw Failure(
                .outputTooLong, "The document would have more than \(options.maximumPages) pages.")
        }
        try output.beginPage(template)
        pageCount += 1
        isPageOpen = true
        isAtTop = true
        y = template.margins.top
        for index in scopes.indices {
            if scopes[index].scope.box != nil { scopes[index].box = (output.decorate(.none), y) }
            if scopes[index].hasHead { repeatHead(scopes[index].scope.head) }
        }
    }

    func closePage() throws(Failure) {
        for index in scopes.indices { closeBox(of: scopes[index]) }
        placeNotes()
        try output.endPage()
        isPageOpen = false
    }

    private func closeBox(of scope: OpenScope) {
        guard let box = scope.scope.box, let (index, top) = scope.box, y > top else { return }
        output.replaceDecoration(
            index, with: .box(Region(x: box.x, y: top, width: box.width, height: y - top), box))
    }

    // MARK: Placing

    var element: StructureTree.Element { scopes.last?.element ?? StructureTree.document }

    /// The innermost element that may contain a footnote, unlike the parts of a table.
    private var noteElement: StructureTree.Element {
        scopes.last { ![.table, .tableHead, .tableBody].contains($0.scope.kind) }?.element ?? StructureTree.document
    }

    private func place(_ entry: Entry) throws(Failure) {
        for note in entry.notes {
            output.anchor(Anchor(destination: note.note.origin), y: y)
            notes.add(note, to: noteElement)
        }
        switch entry.item {
        case .begin(let scope): begin(placed: scope)
        case .end:
            if let scope = scopes.popLast(), isPageOpen { closeBox(of: scope) }
        case .gap:
            if !isAtTop { y += entry.height }
        case .endPadding:
            y = min(y + entry.height, max(y, bottom))
        case .padding: advance(entry.height)
        case .marker(let paragraph, let baseline):
            guard let line = paragraph.lines.first else { break }
            output.draw(paragraph, line: 0, y: y + baseline - line.baseline, in: element)
        case .line(let paragraph, let index):
            output.draw(paragraph, line: index, y: y, in: element)
            advance(entry.height)
        case .contentsLine(let line):
            draw(line)
            advance(entry.height)
        case .rule(let x, let width):
            output.decorate(.fill(Region(x: x, y: y, width: width, height: entry.height), Color(gray: 0.6)))
            advance(entry.height)
        case .figure(let figure):
            draw(figure, in: Region(x: figure.x, y: y, width: figure.size.width, height: figure.size.height))
            advance(entry.height)
        case .row(let row, let isHead):
            if isHead, scopes.count >= 2 { scopes[scopes.count - 2].hasHead = true }
            try place(row)
        }
    }

    func advance(_ height: Double) {
        y += height
        isAtTop = false
    }

    private func begin(placed scope: Scope) {
        var open = OpenScope(scope: scope, element: element)
        if let kind = scope.kind { open.element = output.element(kind, in: element, scope.details) }
        if scope.box != nil { open.box = (output.decorate(.none), y) }
        if let anchor = scope.anchor { output.anchor(anchor, y: y) }
        scopes.append(open)
    }

    private func draw(_ line: ContentsLine) {
        let last = line.title.lines.count - 1
        let baseline = y + line.title.lines[last].baseline
        output.draw(line.title, line: last, y: y, in: element)
        if let dots = line.leader.lines.first { output.decorate(.line(line.leader, 0, y: baseline - dots.baseline)) }
        if let number = line.number.lines.first {
            output.draw(line.number, line: 0, y: baseline - number.baseline, in: element)
        }
    }

    private func draw(_ figure: SetFigure, in region: Region) {
        if let destination = figure.destination { output.anchor(Anchor(destination: destination), y: region.y) }
        guard let text = figure.alternativeText else {
            output.decorate(.figure(figure, region))
            return
        }
        let details = StructureTree.Details(alternativeText: text)
        output.draw(figure, in: region, of: output.element(.figure, in: element, details))
    }
}
