import PortableText

import Geometry
import Hyphenation
import Values
import Typesetting

/// Converts blocks to content for the typesetter.
///
/// Recursion is limited to nested blocks, and therefore bounded by the maximum nesting of JSON.
struct FlowBuilder {
    /// The converted content that has not been consumed yet.
    var output: [FlowBlock]

    let renderer: PDFRenderer
    /// The names of the document's headings by the index of their block.
    private let destinations: [Int: String]
    /// The valid names of link destinations.
    var names: Set<String>
    let problems: ProblemList
    let hyphenator: Hyphenator?
    let footnotes: FootnoteCounter

    var looks: [String: BlockLook] = [:]
    /// The styles of the open lists.
    private var lists: [String] = []
    private var isInItem = false
    /// The number of enclosing blocks that custom renderers returned.
    private var replacements = 0
    var path: [Int] = []

    private static let linkColor = Color(red: 0.05, green: 0.28, blue: 0.63)
    private static let boxColor = Color(gray: 0.93)
    private static let barColor = Color(gray: 0.72)
    private static let itemDistance = 2.5
    private static let captionDistance = 3.0
    /// The font size of a caption relative to the surrounding text.
    private static let captionScale = 0.85

    init(
        _ renderer: PDFRenderer, destinations: [Int: String], start: [FlowBlock], hyphenator: Hyphenator?,
        footnotes: FootnoteCounter, problems: ProblemList
    ) {
        self.renderer = renderer
        self.destinations = destinations
        names = Set(destinations.values)
        self.problems = problems
        self.hyphenator = hyphenator
        self.footnotes = footnotes
        output = start
    }

    mutating func look(_ style: String) -> BlockLook {
        if let look = looks[style] { return look }
        let look = BlockLook(renderer.styles[style], direction: renderer.direction)
        looks[style] = look
        return look
    }

    private func report(_ message: String, _ block: PortableTextBlock) {
        problems.append(PortableTextError(.rendering, message, key: block.key, indexPath: path))
    }

    // MARK: Blocks

    /// Converts a step of the nested lists of blocks at a position of the document.
    mutating func take(_ event: ListEvent, of blocks: [PortableTextBlock], at place: [Int]) {
        switch event {
        case .beginList(let style):
            let isNumbered = style == PortableText.ListStyle.number
            lists.append(style)
            output.append(
                .begin(
                    .list(
                        Typesetting.ListStyle(
                            numbering: isNumbered ? .decimal : .unordered, indent: isNumbered ? 22 : 16,
                            spaceAfter: lists.count == 1 ? 7 : Self.itemDistance))))
        case .beginItem(let index, let number):
            path = place + [index]
            let marker = ListMarkers.marker(style: lists.last ?? "", depth: lists.count - 1, number: number)
            output.append(.begin(.item(ListMarker(marker, look(PortableTextBlock.normalStyle).text))))
            isInItem = true
            write(blocks[index], isInline: false)
            isInItem = false
        case .beginEmptyItem:
            output.append(.begin(.item(ListMarker("", look(PortableTextBlock.normalStyle).text))))
        case .endItem: output.append(.end)
        case .endList:
            lists.removeLast()
            output.append(.end)
        case .block(let index):
            path = place + [index]
            write(blocks[index], isInline: false)
        }
    }

    mutating func write(_ blocks: [PortableTextBlock]) {
        let outer = path
        for event in ListEvents(of: blocks) { take(event, of: blocks, at: outer) }
        path = outer
    }

    private mutating func write(_ block: PortableTextBlock, isInline: Bool) {
        if let blocks = replacement(of: block, isInline: isInline) {
            replacements += 1
            write(blocks)
            replacements -= 1
            return
        }
        if block.children != nil { return writeText(block) }
        switch block.type {
        case ObjectType.code: write(CodeContent(block))
        case ObjectType.image: if let image = ImageContent(block) { write(image, of: block) }
        case ObjectType.table: if let table = block.table { write(table) }
        case ObjectType.embed:
            guard let embed = EmbedContent(block) else { break }
            let look = look(ObjectType.embed)
            output.append(.paragraph(Paragraph([run(embed, look.text)], style: look.paragraph)))
        default: break
        }
    }

    private func replacement(of block: PortableTextBlock, isInline: Bool) -> [PortableTextBlock]? {
        guard replacements < TextRenderers.replacementLimit else { return nil }
        return renderer.renderers.blocks[block.type]?(block, isInline)
    }

    // MARK: Text

    private mutating func writeText(_ block: PortableTextBlock) {
        var paragraph = PendingParagraph(block: block, look: look(block.style))
        if path.count == 1 { paragraph.destination = destinations[path[0]] }
        if isInItem, block.style == PortableTextBlock.normalStyle {
            paragraph.look.paragraph.spaceBefore = 0
            paragraph.look.paragraph.spaceAfter = Self.itemDistance
        }
        isInItem = false
        let outer = path
        var styles = [paragraph.look.text]
        MarkEvent.forEach(in: block) { event in
            let style = styles[styles.count - 1]
            switch event {
            case .begin(let mark): styles.append(self.style(of: mark, in: style))
            case .end: styles.removeLast()
            case .text(let text): paragraph.append(text, style)
            case .lineBreak: paragraph.append("\n", style)
            case .block(let child, let index):
                path = outer + [index]
                write(child, within: &paragraph, style)
            }
        }
        path = outer
        flush(&paragraph)
    }

    /// Converts an object within text.
    ///
    /// Links and pictures continue the paragraph; all other objects end it.
    private mutating func write(
        _ child: PortableTextBlock, within paragraph: inout PendingParagraph, _ style: TextStyle
    ) {
        let replacement = replacement(of: child, isInline: true)
        if let text = replacement.flatMap({ $0.count == 1 && $0[0].isPlainText ? $0[0] : nil }) {
            MarkEvent.forEach(in: text) { event in
                switch event {
                case .text(let text): paragraph.append(text, style)
                case .lineBreak: paragraph.append("\n", style)
                case .begin, .end, .block: break
                }
            }
            return
        }
        if replacement == nil, child.type == ObjectType.embed, let embed = EmbedContent(child) {
            let run = run(embed, style)
            paragraph.append(run.text, run.style)
            return
        }
        if replacement == nil, child.type == ObjectType.image {
            if let image = ImageContent(child) { write(image, of: child, within: &paragraph, style) }
            return
        }
        if replacement == nil, child.type == ObjectType.footnote {
            if let note = footnotes.next(child.note) { paragraph.runs.append(mark(of: note, style)) }
            return
        }
        flush(&paragraph)
        write(child, isInline: true)
    }

    private func write(
        _ image: ImageContent, of child: PortableTextBlock, within paragraph: inout PendingParagraph,
        _ style: TextStyle
    ) {
        switch typesettable(image, child) {
        case let picture?:
            let text = image.alternativeText.isEmpty ? nil : image.alternativeText.printable
            paragraph.runs.append(
                TextRun(InlinePicture(PictureFile(picture.data)), alternativeText: text, style))
        case nil: if !image.textInItsPlace.isEmpty { paragraph.append("[\(image.textInItsPlace)]", style) }
        }
        guard let caption = image.caption, !caption.isEmpty else { return }
        var small = style
        small.size *= Self.captionScale
        paragraph.append(" \(caption)", small)
    }

    /// Outputs the collected text, and starts a new paragraph.
    private mutating func flush(_ paragraph: inout PendingParagraph) {
        guard !paragraph.runs.isEmpty else { return }
        let isBroken = paragraph.block.headingLevel == nil
        let runs = isBroken ? hyphenator.map(paragraph.runs.hyphenated) ?? paragraph.runs : paragraph.runs
        let content = Paragraph(
            runs, style: paragraph.look.paragraph, destination: paragraph.destination)
        paragraph.runs = []
        paragraph.destination = nil
        if let level = paragraph.block.headingLevel {
            output.append(.heading(Heading(level: level, content)))
        } else if paragraph.block.style == "blockquote" {
            var inner = content
            let padding = inner.style.box.padding
            let box = BoxStyle(
                padding: Insets(
                    top: inner.style.box.background == nil ? 0 : padding.top, start: padding.start,
                    bottom: inner.style.box.background == nil ? 0 : padding.bottom, end: padding.end),
                background: inner.style.box.background, barColor: Self.barColor)
            inner.style.box = BoxStyle()
            output.append(.begin(.quote(box)))
            output.append(.paragraph(inner))
            output.append(.end)
        } else {
            output.append(.paragraph(content))
        }
    }

    private func style(of mark: PortableTextMark, in outer: TextStyle) -> TextStyle {
        var style = outer
        if let custom = renderer.renderers.marks[mark.type]?(mark, outer.portable) {
            style.apply(custom)
            return style
        }
        switch mark.type {
        case Decorator.strong: style.weight = max(700, outer.weight)
        case Decorator.emphasis: style.isItalic = true
        case Decorator.underline: style.isUnderlined = true
        case Decorator.strikeThrough: style.isStruckThrough = true
        case Decorator.code:
            style.families = renderer.styles[ObjectType.code].font.family ?? TextStyle.monospacedFamilies
            style.size = outer.size * 0.92
            style.background = Self.boxColor
        case PortableTextMarkDefinition.linkType:
            guard let target = mark.definition.flatMap(link) else { break }
            style.link = target
            style.color = Self.linkColor
            style.isUnderlined = true
        default: break
        }
        return style
    }

    /// Returns the target of a link.
    ///
    /// It is nil if the link is rejected, or has no meaning outside a website.
    private func link(_ definition: PortableTextMarkDefinition) -> LinkTarget? {
        let target = renderer.links.target(of: definition)
        guard let address = target.flatMap(SafeAddress.init) else {
            let reason = target.map(SafeAddress.refusal) ?? renderer.links.refusal(of: definition)
            if let reason { problems.append(PortableTextError(.rendering, reason, indexPath: path)) }
            return nil
        }
        if let name = address.fragment {
            if names.contains(name) { return .destination(name) }
            problems.append(
                PortableTextError(
                    .rendering, "The link to \(name.quoted) leads to no heading.", indexPath: path))
            return nil
        }
        guard address.isAbsolute else {
            problems.append(
                PortableTextError(
                    .rendering, "A link within a website is rendered as text in the PDF: it names no host.",
                    indexPath: path))
            return nil
        }
        return .address(address.text)
    }

    private func run(_ embed: EmbedContent, _ style: TextStyle) -> TextRun {
        var linked = self.style(of: .link(to: embed.address), in: style)
        if renderer.styles.styles[ObjectType.embed]?.foregroundColor != nil { linked.color = style.color }
        return TextRun(embed.title.printable, linked)
    }

    // MARK: Objects

    private mutating func write(_ code: CodeContent) {
        let look = look(ObjectType.code)
        var style = look.paragraph
        style.direction = .leftToRight
        output.append(.code(CodeBlock(code.text.trimmingTrailingLineFeed.printable, look.text, style: style)))
    }

    private mutating func write(_ image: ImageContent, of block: PortableTextBlock) {
        let look = look(ObjectType.image)
        var captionStyle = look.paragraph
        captionStyle.spaceBefore = 0
        let hasCaption = image.caption?.isEmpty == false
        switch typesettable(image, block) {
        case let picture?:
            output.append(
                .figure(
                    Figure(
                        .picture(PictureFile(picture.data)),
                        alternativeText: image.alternativeText.isEmpty ? nil : image.alternativeText,
                        alignment: look.paragraph.alignment, spaceBefore: look.paragraph.spaceBefore,
                        spaceAfter: hasCaption ? Self.captionDistance : look.paragraph.spaceAfter,
                        staysWithNext: hasCaption, roomBelow: hasCaption ? room(for: image.caption, look) : 0)))
        case nil: writeBox(image, look, hasCaption: hasCaption)
        }
        if let caption = image.caption, hasCaption {
            output.append(.paragraph(Paragraph(caption.printable, look.text, style: captionStyle)))
        }
    }

    /// Returns the maximum height of a caption, estimated from its number of letters.
    private func room(for caption: String?, _ look: BlockLook) -> Double {
        let letters = Double(caption?.utf8.count ?? 0)
        let lines = (letters * look.text.size * 0.6 / textWidth).rounded(.up) + 1
        return Self.captionDistance + lines * look.text.size * 1.4 * look.paragraph.lineSpacing
    }

    /// Returns an image block's picture.
    ///
    /// It is `nil`, and reported, if a PDF cannot contain the picture.
    private func typesettable(_ image: ImageContent, _ block: PortableTextBlock) -> PictureBytes? {
        switch renderer.pictures.checked.picture(at: image.source) {
        case .picture(let picture):
            if let drawable = picture.drawable(isArchival: renderer.isArchival) { return drawable }
            report("The picture cannot be decoded for the PDF.", block)
        case .unavailable(let reason): report(reason, block)
        }
        return nil
    }

    /// Writes a box with text in place of a picture.
    private mutating func writeBox(_ image: ImageContent, _ look: BlockLook, hasCaption: Bool) {
        var style = look.paragraph
        style.staysWithNext = hasCaption
        if hasCaption { style.spaceAfter = Self.captionDistance }
        style.box = BoxStyle(padding: Insets(14), background: Self.boxColor)
        style.staysTogether = true
        // Without text, the box is one line high.
        let text = image.textInItsPlace.isEmpty ? "\u{A0}" : image.textInItsPlace
        let run = image.address.map { self.run(EmbedContent(address: $0, title: text), look.text) }
        output.append(.paragraph(Paragraph([run ?? TextRun(text.printable, look.text)], style: style)))
    }

    /// The width between the margins of the page, in points.
    var textWidth: Double {
        let template = renderer.template
        return max(50, template.size.width - template.margins.start - template.margins.end)
    }
}
