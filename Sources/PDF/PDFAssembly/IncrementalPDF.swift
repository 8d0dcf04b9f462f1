package import Foundation
import PDFSyntax
package import QPDF

/// A PDF with appended changes as an incremental update (ISO 32000-1, 7.5.6).
///
/// The original is a byte-for-byte prefix of the result, so that digital signatures over it remain intact.
package struct IncrementalPDF {
    private let original: Data
    private let tail: PDFTail
    /// The unchanged document, for detecting changes.
    package let before: PDFFile

    /// One more than the maximum number of objects in a PDF (ISO 32000-1, annex C).
    ///
    /// Each object is compared.
    private static let objectLimit = 8_388_608

    /// Prepares an update of a document.
    ///
    /// - Parameters:
    ///   - original: the bytes of the document.
    ///   - password: opens an encrypted document.
    ///   - before: the unchanged document, if it is open already.
    /// - Throws: `QPDFError`; `.unsupported` for a document that cannot be updated: an encrypted one, or one with
    ///   damaged cross-references.
    package init(to original: Data, password: String? = nil, before: PDFFile? = nil) throws(QPDFError) {
        self.original = original
        if let before {
            self.before = before
        } else {
            // Walking the pages may repair their tree, which would then not be seen as a change.
            self.before = try PDFFile(data: original, password: password, walksPages: false)
        }
        let before = self.before
        guard !before.isEncrypted else { throw QPDFError(code: .unsupported, detail: "the file is encrypted") }
        guard !before.wasRepaired, original.starts(with: Data("%PDF-".utf8)),
            var tail = original.withUnsafeBytes({ PDFTail($0.bindMemory(to: UInt8.self)) }), tail.root != nil,
            tail.size <= Self.objectLimit
        else { throw Self.damagedReferences }
        // Both identifiers stay byte strings, however they are written.
        let first = before.trailer["/ID"].items.first?.bytes ?? []
        let digits = first.map { $0 < 16 ? "0" + String($0, radix: 16) : String($0, radix: 16) }.joined()
        tail.id = first.isEmpty ? nil : "[ <\(digits)> ]"
        self.tail = tail
    }

    private static let damagedReferences = QPDFError(
        code: .unsupported, detail: "its cross-references are damaged")

    /// Returns the original followed by changed and new objects.
    ///
    /// - Parameters:
    ///   - changed: The document, reopened from the same bytes and then changed.
    ///   - mark: A mark to which the trailer refers, if any.
    /// - Returns: The bytes of the whole file; the original if nothing differs.
    /// - Throws: `QPDFError` if an object cannot be read; `.unsupported` if an object with a reused number would have
    ///   to be replaced, which these updates cannot do.
    package func appending(_ changed: PDFFile, mark: FileMark? = nil) throws(QPDFError) -> Data {
        var update = PDFUpdate(to: tail, length: original.count + 1)
        var numbers: [Int: Int] = [:]
        var waiting: [(object: PDFObject, number: Int)] = []
        var reused: Set<[Int]> = []
        for number in 1..<max(1, tail.size) {
            let old = before.object(number)
            // New objects, which may have a free number, are found where they are referred to.
            guard !old.isNull else { continue }
            let new = changed.object(number)
            guard !new.isNull else { continue }
            let (isSame, namesReused) = new.compare(old)
            if namesReused {
                for reference in PDFReference.all(in: new.ownSyntax) where reference.generation > 0 {
                    reused.insert([reference.number, reference.generation])
                }
            }
            if !isSame { waiting.append((new, number)) }
        }
        for object in reused
        where before.object(object[0], generation: object[1]).ownSyntax
            != changed.object(object[0], generation: object[1]).ownSyntax
        {
            throw QPDFError(code: .unsupported, detail: "it reuses the numbers of removed objects")
        }
        if !waiting.isEmpty, before.hasWrongLengths {
            // Readers search for the end of such a stream after it, where the update would now be.
            let changes = Set(waiting.map(\.number))
            for number in 1..<max(1, tail.size) where !changes.contains(number) {
                let stream = before.object(number)
                guard stream.isStream else { continue }
                if stream["/Length"].integer != (try stream.rawStreamData()).count {
                    waiting.append((changed.object(number), number))
                }
            }
        }
        // New objects follow in the order of discovery, so that the same changes give the same bytes.
        while !waiting.isEmpty {
            let next = waiting
            waiting = []
            for (object, number) in next {
                let syntax = PDFReference.renumber(object.ownSyntax) { reference in
                    guard reference.generation == 0 else { return nil }
                    let number = reference.number
                    if number < tail.size, !before.object(number).isNull { return number }
                    if let known = numbers[number] { return known }
                    let allocated = update.allocate()
                    numbers[number] = allocated
                    waiting.append((changed.object(number), allocated))
                    return allocated
                }
                guard object.isStream else {
                    update.add(number, syntax)
                    continue
                }
                let data = try object.rawStreamData()
                update.add(number, dictionary: syntax, stream: data)
            }
        }
        try before.check()
        try changed.check()
        // After all objects were read, misplaced ones are known.
        guard !before.wasRepaired else { throw Self.damagedReferences }
        if let mark { update.add(mark) }
        let end = update.end()
        guard !end.isEmpty else { return original }
        var result = original
        result.append(10)
        result.append(contentsOf: end)
        return result
    }
}
