import FormModel

/// Lays out running heads and feet.
struct RunningLineSetter {
    let setter: ParagraphSetter

    /// The parts of a page's head and foot, each with its upper edge.
    func lines(of template: PageTemplate, page: Int, pageCount: Int) -> [(paragraph: SetParagraph, y: Double)] {
        let column = template.column
        func set(_ line: RunningLine, y: (Double) -> Double) -> [(paragraph: SetParagraph, y: Double)] {
            [(line.start, Alignment.start), (line.center, .center), (line.end, .end)].compactMap { parts, alignment in
                let text = parts.map { self.text(of: $0, page: page, pageCount: pageCount) }.joined()
                guard !text.isEmpty else { return nil }
                // "3 / 12" is read the same way in every script.
                let paragraph = setter.set(TextRun(text, line.style), direction: .leftToRight)
                return (paragraph.moved(to: column.left(of: paragraph.width, alignment)), y(paragraph.height))
            }
        }
        let head = template.head.map { line in set(line) { _ in line.distance } } ?? []
        let foot = template.foot.map { line in set(line) { template.size.height - line.distance - $0 } } ?? []
        return head + foot
    }

    private func text(of part: RunningLine.Part, page: Int, pageCount: Int) -> String {
        switch part {
        case .text(let text): text
        case .pageNumber: String(page + 1)
        case .pageCount: String(pageCount)
        }
    }
}
