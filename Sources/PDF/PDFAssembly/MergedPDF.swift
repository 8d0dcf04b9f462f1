package import Foundation
import PDFSyntax
package import QPDF

/// A single PDF of many fillings of the same document.
///
/// The document is written once. Each record adds its own pages, which share the document's fonts, images and text. The
/// page tree, an outline and page labels follow at the end. Written parts need not be kept, so memory use grows by only
/// a few bytes per record.
///
/// Not thread-safe.
package final class MergedPDF {
    /// The part of an overlay for a record.
    package struct Record: Sendable {
        /// The document's pages, from 0, of the overlay's pages, in order.
        package var pages: [Int]
        /// The widgets replaced by the overlay: for each page, indices in its `/Annots`.
        package var widgets: [Int: Set<Int>]

        package init(pages: [Int], widgets: [Int: Set<Int>]) {
            self.pages = pages
            self.widgets = widgets
        }
    }

    /// The first bytes of the file.
    package let start: Data
    private let templates: [MergedPage]
    private let catalogue: String
    private let rootNumber: Int
    private var update: PDFUpdate
    private let save: Int
    private var tails: [TailKey: Int] = [:]
    /// The leaves of the page tree with their object numbers and those of their pages.
    private var leaves: [(node: Int, pages: [Int])] = []
    private var firstPages: [Int] = []

    private struct TailKey: Hashable {
        var page: Int
        var isDrawn: Bool
        var filled: Set<Int>
    }

    /// The maximum number of pages or nodes in a node of the page tree.
    private static let fanOut = 64

    /// Reads the necessary parts of a document, and writes its static part.
    ///
    /// The form, the outline and everything else that makes no sense in many copies is omitted: tags, named
    /// destinations, scripts and attachments.
    ///
    /// - Parameters:
    ///   - file: The document, which this changes; see `PDFFile.restoring`.
    ///   - left: The annotations to omit: for each page, indices in its `/Annots`.
    /// - Throws: `QPDFError`; `.unsupported` for an encrypted file, which cannot be appended to.
    package init(of file: PDFFile, without left: [Int: Set<Int>] = [:]) throws(QPDFError) {
        guard !file.isEncrypted else { throw QPDFError(code: .unsupported, detail: "the file is encrypted") }
        try file.makeAppearancesDrawable()
        for key in [
            "/AcroForm", "/AA", "/Dests", "/MarkInfo", "/Names", "/OpenAction", "/Outlines", "/PageLabels", "/PageMode",
            "/Perms", "/StructTreeRoot", "/Threads",
        ] { file.root.remove(key) }
        start = try file.written()
        guard let tail = start.withUnsafeBytes({ PDFTail($0.bindMemory(to: UInt8.self)) }), let root = tail.root else {
            throw QPDFError(code: .other, detail: "the written file has no end")
        }
        rootNumber = root
        let written = try PDFFile(data: start)
        catalogue = written.root.keys.filter { $0 != "/Pages" }.map { "\($0) \(written.root[$0].syntax)" }
            .joined(separator: " ")
        var templates: [MergedPage] = []
        update = PDFUpdate(to: tail, length: start.count)
        for index in 0..<(try written.pageCount()) {
            var page = try MergedPage(index, of: written, without: left[index] ?? [])
            // Written once instead of with every record.
            for (place, resource) in page.resources.enumerated() where resource.value.utf8.count > 40 {
                let object = update.allocate()
                update.add(object, resource.value)
                page.resources[place].value = "\(object) 0 R"
            }
            templates.append(page)
        }
        self.templates = templates
        save = update.allocate()
        update.add(save, Self.stream("q\n"))
    }

    /// Adds records in order, and returns the next bytes of the file.
    ///
    /// `overlay` is a PDF written by cairo with a page for each of the records' pages, record by record; `nil` without
    /// pages.
    package func append(_ records: [Record], overlay: Data?) throws(QPDFError) -> [UInt8] {
        var forms: [(object: Int, entries: [UInt8])] = []
        for record in records {
            for page in record.pages { forms.append((update.allocate(), templates[page].formEntries)) }
        }
        if let overlay, !forms.isEmpty {
            do {
                try update.add(PlainPDF(overlay), forms: forms)
            } catch {
                throw QPDFError(code: .other, detail: "the overlay is not made as expected")
            }
        }
        var rest = forms[...]
        for record in records {
            for (page, template) in templates.enumerated() {
                let isDrawn = record.pages.contains(page)
                add(
                    template, page: page, form: isDrawn ? rest.popFirst()?.object : nil,
                    filled: record.widgets[page] ?? [], isFirst: page == 0)
            }
        }
        return update.take()
    }

    private func add(_ template: MergedPage, page: Int, form: Int?, filled: Set<Int>, isFirst: Bool) {
        let tail = tail(of: template, TailKey(page: page, isDrawn: form != nil, filled: filled))
        if leaves.last.map({ $0.pages.count == Self.fanOut }) ?? true { leaves.append((update.allocate(), [])) }
        let leaf = leaves.count - 1
        let object = update.allocate()
        let annotations = template.annotations.map { text in
            let annotation = update.allocate()
            update.add(annotation, text)
            return "\(annotation) 0 R"
        }
        let contents = ["\(save) 0 R"] + template.contents + ["\(tail) 0 R"]
        let resources = template.resources.map { "\($0.key) \($0.value)" }.joined(separator: " ")
        let drawn = form.map { "\(template.formName) \($0) 0 R " } ?? ""
        update.add(
            object,
            "<< /Type /Page /Parent \(leaves[leaf].node) 0 R \(template.entries) "
                + "/Contents [ \(contents.joined(separator: " ")) ] "
                + "/Resources << \(resources) /XObject << \(template.xObjects) \(drawn)>> >>"
                + (annotations.isEmpty ? "" : " /Annots [ \(annotations.joined(separator: " ")) ]") + " >>")
        leaves[leaf].pages.append(object)
        if isFirst { firstPages.append(object) }
    }

    /// Returns the content stream after the page's own: unfilled widgets and the overlay.
    ///
    /// Records with the same empty fields share it.
    private func tail(of template: MergedPage, _ key: TailKey) -> Int {
        if let known = tails[key] { return known }
        let object = update.allocate()
        var text = "\nQ\n"
        for widget in template.widgets where !key.filled.contains(widget.place) { text += widget.drawing }
        // Copies are not tagged.
        if key.isDrawn { text += PDFText.artifact("q \(template.formName) Do Q\n") }
        update.add(object, Self.stream(text))
        // A table may have as many patterns of empty cells as rows.
        if tails.count < 10_000 { tails[key] = object }
        return object
    }

    /// Ends the file.
    ///
    /// - Parameter titles: The titles of the records in order, for the outline and as prefixes of page labels.
    /// - Returns: The remaining bytes of the file.
    package func end(titles: [String]) -> [UInt8] {
        let pages = pageTree()
        let outline = outline(titles)
        let perRecord = templates.count
        let labels = titles.enumerated().map { place, title in
            "\(place * perRecord) << /S /D /P \(Self.string(title + "-")) >>"
        }
        update.add(
            rootNumber,
            "<< \(catalogue) /Pages \(pages) 0 R /Outlines \(outline) 0 R "
                + "/PageLabels << /Nums [ \(labels.joined(separator: " ")) ] >> >>")
        return update.end()
    }

    private func pageTree() -> Int {
        var level = leaves.map { (node: $0.node, kids: $0.pages, count: $0.pages.count) }
        if level.isEmpty { level = [(update.allocate(), [], 0)] }
        while level.count > 1 {
            var above: [(node: Int, kids: [Int], count: Int)] = []
            for start in stride(from: 0, to: level.count, by: Self.fanOut) {
                let group = level[start..<min(start + Self.fanOut, level.count)]
                let node = update.allocate()
                for child in group { addNode(child, parent: node) }
                above.append((node, group.map(\.node), group.reduce(0) { $0 + $1.count }))
            }
            level = above
        }
        addNode(level[0], parent: nil)
        return level[0].node
    }

    private func addNode(_ node: (node: Int, kids: [Int], count: Int), parent: Int?) {
        let kids = node.kids.map { "\($0) 0 R" }.joined(separator: " ")
        let above = parent.map { "/Parent \($0) 0 R " } ?? ""
        update.add(node.node, "<< /Type /Pages \(above)/Count \(node.count) /Kids [ \(kids) ] >>")
    }

    private func outline(_ titles: [String]) -> Int {
        let root = update.allocate()
        let items = firstPages.map { _ in update.allocate() }
        for (place, item) in items.enumerated() {
            var text =
                "<< /Title \(Self.string(titles[place])) /Parent \(root) 0 R /Dest [ \(firstPages[place]) 0 R /Fit ]"
            if place > 0 { text += " /Prev \(items[place - 1]) 0 R" }
            if place + 1 < items.count { text += " /Next \(items[place + 1]) 0 R" }
            update.add(item, text + " >>")
        }
        guard let first = items.first, let last = items.last else {
            update.add(root, "<< /Type /Outlines /Count 0 >>")
            return root
        }
        update.add(root, "<< /Type /Outlines /First \(first) 0 R /Last \(last) 0 R /Count \(items.count) >>")
        return root
    }

    private static func stream(_ text: String) -> String {
        "<< /Length \(text.utf8.count) >>\nstream\n\(text)\nendstream"
    }

    /// Returns a text string in UTF-16 (ISO 32000-1, 7.9.2.2).
    private static func string(_ text: String) -> String {
        let units = [0xFEFF] + Array(text.utf16)
        return "<" + units.map { String(format: "%04X", $0) }.joined() + ">"
    }
}
