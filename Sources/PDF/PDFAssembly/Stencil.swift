package import Foundation
import PDFSyntax
package import QPDF

/// A PDF written once, with empty overlays on some pages.
///
/// Each filling is appended as an incremental update (ISO 32000-1, 7.5.6) that replaces the empty overlays, without
/// rewriting the rest.
package struct Stencil: Sendable {
    private let base: Data
    private let tail: PDFTail
    /// The object to replace and the fixed entries of its dictionary, for each page.
    private let places: [(object: Int, entries: [UInt8])]
    /// The structure elements of box marks by part number, for each page.
    private let marks: [[Int: MarkElement]]
    /// The number of the stream with the embedded original, if there is one.
    private let original: Int?

    /// A structure element that depends on the presence of a mark.
    private struct MarkElement {
        var object: Int
        var drawn: [UInt8]
        var missing: [UInt8]
    }

    /// A file that was written for many fillings.
    package struct Written {
        /// Its bytes.
        package var data: Data
        /// Whether it has a mark that embeds the original.
        package var hasOriginal = false

        package init(data: Data, hasOriginal: Bool = false) {
            self.data = data
            self.hasOriginal = hasOriginal
        }
    }

    /// The size in bytes.
    package var size: Int { base.count }

    /// Writes the file with empty overlays; `nil` if it cannot be appended to.
    ///
    /// An encrypted file, for example, cannot. This changes the file; see `PDFFile.restoring`.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - pages: The pages, with the tags of their overlays. Later overlays may have other marks.
    ///   - widgets: For each page, the widgets replaced by the overlay, as indices in its `/Annots`.
    ///   - mark: A text that cannot occur in the file, such as its digest.
    ///   - writing: Writes the changed file.
    /// - Throws: `QPDFError` if the file cannot be written.
    package init?(
        of file: PDFFile, pages: [OverlayPage], removing widgets: [Int: Set<Int>] = [:], mark: String,
        writing: (PDFFile) throws(QPDFError) -> Written = { file throws(QPDFError) in Written(data: try file.written())
        }
    ) throws(QPDFError) {
        guard !file.isEncrypted else { return nil }
        let entries = try file.holdPlaces(on: pages) { Self.mark(mark, $0) }
        try file.removeWidgets(widgets)
        let result = try writing(file)
        let written = result.data
        let found: (PDFTail, [Int])? = written.withUnsafeBytes { raw in
            let bytes = raw.bindMemory(to: UInt8.self)
            guard let tail = PDFTail(bytes), tail.root != nil else { return nil }
            let objects = pages.indices.compactMap { Self.object(markedBy: Self.mark(mark, $0), in: written, bytes) }
            return objects.count == pages.count ? (tail, objects) : nil
        }
        guard let (tail, objects) = found else { return nil }
        base = written
        self.tail = tail
        places = Array(zip(objects, entries))
        marks = try Self.marks(of: pages, places: objects, in: written)
        original =
            result.hasOriginal
            ? try PDFFile(data: written).trailer[FileMark.key][FileMark.originalKey].identity?.number : nil
    }

    /// Finds the elements of marks in the written file.
    private static func marks(
        of pages: [OverlayPage], places: [Int], in written: Data
    ) throws(QPDFError) -> [[Int: MarkElement]] {
        guard pages.contains(where: { $0.tags.contains { $0.isOn != nil } }) else { return [] }
        let file = try PDFFile(data: written)
        var marks: [[Int: MarkElement]] = []
        for (page, place) in zip(pages, places) {
            var found: [Int: MarkElement] = [:]
            for (number, element) in zip(page.tags.indices, file.elements(of: file.object(place)))
            where page.tags[number].isOn != nil {
                guard let object = element.identity?.number else { continue }
                func syntax(_ isOn: Bool) throws(QPDFError) -> [UInt8] {
                    try file.describe(element, as: page.tags[number].marked(isOn), onPage: page.page)
                    return element.ownSyntax
                }
                found[number] = MarkElement(object: object, drawn: try syntax(true), missing: try syntax(false))
            }
            marks.append(found)
        }
        return marks
    }

    /// Returns the file with the pages of an overlay drawn over its own.
    ///
    /// - Parameters:
    ///   - overlay: A PDF written by cairo with as many pages as the stencil has places.
    ///   - pages: The pages for which the stencil was created. The marks in their tags may differ.
    ///   - mark: A mark to which the trailer refers, if any.
    /// - Returns: `nil` if the overlay is not such a file.
    package func stamped(_ overlay: Data, on pages: [OverlayPage] = [], mark: FileMark? = nil) -> Data? {
        var update = PDFUpdate(to: tail, length: base.count)
        guard (try? update.add(PlainPDF(overlay), forms: places)) != nil else { return nil }
        for (elements, page) in zip(marks, pages) {
            for (number, element) in elements.sorted(by: { $0.key < $1.key }) where page.tags.indices.contains(number) {
                update.add(element.object, page.tags[number].isOn == true ? element.drawn : element.missing)
            }
        }
        if let mark { update.add(mark, original: original) }
        return base + update.end()
    }

    // MARK: Marks

    private static func mark(_ mark: String, _ place: Int) -> String { "/Formwright-\(mark)-\(place)-" }

    private static func object(markedBy mark: String, in data: Data, _ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        let word = Data(mark.utf8)
        guard let found = data.range(of: word), data.range(of: word, in: found.upperBound..<data.endIndex) == nil,
            let object = bytes[max(0, found.lowerBound - 512)..<found.lowerBound].lastRange(of: " 0 obj")
        else { return nil }
        var start = object.lowerBound
        while start > 0, (48...57).contains(bytes[start - 1]) { start -= 1 }
        return PDFTokens(bytes, 0..<0).integer(start..<object.lowerBound)
    }
}

extension PDFFile {
    /// Stamps replaceable empty overlays on pages, and returns their dictionary entries.
    ///
    /// `mark` returns, for each place, a name that occurs nowhere else in the file.
    func holdPlaces(on pages: [OverlayPage], mark: (Int) -> String) throws(QPDFError) -> [[UInt8]] {
        var entries: [[UInt8]] = []
        for (place, form) in try stampEmpty(on: pages).enumerated() {
            entries.append(form.dictionaryText)
            form.set(mark(place), newNumber(0))
        }
        return entries
    }
}
