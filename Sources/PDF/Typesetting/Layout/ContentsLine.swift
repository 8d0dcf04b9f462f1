/// A laid-out line of a table of contents.
///
/// It has a title, a dot leader, and the page number.
struct ContentsLine {
    let title: SetParagraph
    let leader: SetParagraph
    let number: SetParagraph

    init(_ entry: ContentsEntry, in column: Column, by setter: ParagraphSetter) {
        let link = entry.destination.map { LinkTarget.destination($0) }
        let runs = entry.title.map { run in
            var run = run
            run.style.link = run.style.link ?? link
            return run
        }
        let style = runs.last?.style ?? TextStyle()
        let number = setter.set(TextRun(String(entry.page + 1), style), direction: column.direction)
        // Titles leave space for the number, so that numbers have a column of their own.
        let room = max(number.width, style.size * 1.5) + style.size
        let place = column.inset(by: Insets(start: entry.indent, end: room))
        title = setter.set(
            Paragraph(runs, style: ParagraphStyle(direction: column.direction, spaceAfter: 0)), in: place)
        self.number = number.moved(to: column.left(of: number.width, .end))
        let end = title.lines.last?.width ?? 0
        var dots = style
        dots.link = nil
        let dot = setter.set(TextRun(".", dots), direction: column.direction)
        // Dots are aligned in columns, whatever the title's width.
        let pitch = max(dot.width * 2, 1)
        let free = max(0, place.width - end - style.size * 0.5)
        let count = min(Int(free / pitch), 500)
        let text = String(repeating: " .", count: count)
        let leader = setter.set(TextRun(text, dots), direction: column.direction)
        let far = column.direction == .leftToRight ? place.x + place.width - leader.width : place.x
        self.leader = leader.moved(to: far)
    }
}
