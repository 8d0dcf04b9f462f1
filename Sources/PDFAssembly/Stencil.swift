package import Foundation
package import QPDF

/// A PDF that is written once, with empty overlays on some of its pages.
///
/// Each filling is appended as an incremental update (ISO 32000-1, 7.5.6) that replaces the empty overlays, without
/// writing the rest again.
package struct Stencil: Sendable {
    private let base: Data
    private let tail: PDFTail
    /// For each page, the object to replace and the fixed entries of its dictionary.
    private let places: [(object: Int, entries: [UInt8])]

    /// The size in bytes.
    package var size: Int { base.count }

    /// Writes the file with an empty overlay on each of `pages`; `nil` if the file is encrypted or cannot be appended
    /// to for another reason.
    ///
    /// The file is changed by this; see `PDFFile.restoring`. `pages` counts from 0. `mark` is a text that cannot occur
    /// in the file, such as its digest.
    package init?(of file: PDFFile, pages: [Int], mark: String) throws(QPDFError) {
        guard !file.isEncrypted else { return nil }
        var entries: [[UInt8]] = []
        for (place, page) in pages.enumerated() {
            entries.append(try file.holdPlace(onPage: page, mark: Self.mark(mark, place)))
        }
        let written = try file.written()
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
    }

    /// The file with the pages of an overlay drawn over its own.
    ///
    /// - Parameter overlay: a PDF as cairo writes it, with as many pages as the stencil has places.
    /// - Returns: `nil` if the overlay is not such a file.
    package func stamped(_ overlay: Data) -> Data? {
        overlay.withUnsafeBytes { raw in
            var update = PDFUpdate(to: tail, length: base.count)
            guard let overlay = PlainPDF(raw.bindMemory(to: UInt8.self)), update.add(overlay, forms: places) else {
                return nil
            }
            return base + update.end()
        }
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
    /// Stamps an empty overlay on a page, to be replaced later, and returns the entries of its dictionary.
    ///
    /// `mark` is a name that occurs nowhere else in the file.
    func holdPlace(onPage target: Int, mark: String) throws(QPDFError) -> [UInt8] {
        let page = try page(target)
        let geometry = geometry(of: page)
        let form = newForm("".utf8, geometry: geometry)
        let entries = form.dictionaryText
        form.set(mark, newNumber(0))
        try draw(form, over: page)
        return entries
    }
}
