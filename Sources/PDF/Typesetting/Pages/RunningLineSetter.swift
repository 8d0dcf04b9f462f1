import Geometry

/// Lays out running heads and feet.
struct RunningLineSetter {
    let setter: ParagraphSetter

    /// Returns the parts of a page's head and foot with their top edges.
    func lines(of template: PageTemplate, page: Int, pageCount: Int) -> [(paragraph: SetParagraph, y: Double)] {
        let column = template.column
        func set(
            _ line: RunningLine, margin: Double, y: (_ height: Double, _ distance: Double) -> Double
        ) -> [(paragraph: SetParagraph, y: Double)] {
            [(line.start, Alignment.start), (line.center, .center), (line.end, .end)].compactMap { parts, alignment in
                let text = parts.map { self.text(of: $0, page: page, pageCount: pageCount) }.joined()
                guard !text.isEmpty else { return nil }
                // "3 / 12" reads the same way in every script.
                let paragraph = self.paragraph(text, line.style, width: column.width)
                // A margin too small for the line has none.
                guard paragraph.height <= margin else { return nil }
                let fits = line.distance + paragraph.height <= margin
                let distance = fits ? line.distance : (margin - paragraph.height) / 2
                return (
                    paragraph.moved(to: column.left(of: paragraph.width, alignment)), y(paragraph.height, distance)
                )
            }
        }
        let head = template.head.map { line in set(line, margin: template.margins.top) { $1 } } ?? []
        let foot =
            template.foot.map { line in
                set(line, margin: template.margins.bottom) { template.size.height - $1 - $0 }
            } ?? []
        return head + foot
    }

    /// Sets a text on one line, shortened if necessary.
    private func paragraph(_ text: String, _ style: TextStyle, width: Double) -> SetParagraph {
        func set(_ text: String) -> SetParagraph { setter.set(TextRun(text, style), direction: .leftToRight) }
        let whole = set(text)
        guard whole.width > width else { return whole }
        // Finds the longest prefix that fits.
        var (fitting, tooLong) = (0, text.count)
        while tooLong - fitting > 1 {
            let middle = (fitting + tooLong) / 2
            if set(text.prefix(middle) + "…").width <= width { fitting = middle } else { tooLong = middle }
        }
        return set(text.prefix(fitting) + "…")
    }

    private func text(of part: RunningLine.Part, page: Int, pageCount: Int) -> String {
        switch part {
        case .text(let text): text
        case .pageNumber: String(page + 1)
        case .pageCount: String(pageCount)
        }
    }
}
