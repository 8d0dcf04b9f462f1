/// A reference to an object in PDF syntax, such as `12 0 R`.
package struct PDFReference {
    /// The range of the reference in the syntax.
    package var range: Range<Int>
    /// The number of the object.
    package var number: Int
    package var generation: Int

    /// Returns the references in syntax, in order, up to any stream data.
    package static func all(in syntax: some Collection<UInt8>) -> [PDFReference] {
        syntax.withContiguousStorageIfAvailable(all) ?? Array(syntax).withUnsafeBufferPointer(all)
    }

    private static func all(in bytes: UnsafeBufferPointer<UInt8>) -> [PDFReference] {
        var tokens = PDFTokens(bytes, 0..<bytes.count)
        var found: [PDFReference] = []
        // The last two tokens.
        var earlier: PDFTokens.Token?
        var last: PDFTokens.Token?
        while let token = tokens.next() {
            if token.kind == .word {
                if bytes[token.range].elementsEqual("stream".utf8) { break }
                if bytes[token.range].elementsEqual("R".utf8), let earlier, earlier.kind == .integer, let last,
                    last.kind == .integer, let number = tokens.integer(earlier.range),
                    let generation = tokens.integer(last.range)
                {
                    let range = earlier.range.lowerBound..<token.range.upperBound
                    found.append(PDFReference(range: range, number: number, generation: generation))
                }
            }
            (earlier, last) = (last, token)
        }
        return found
    }

    /// Returns the number of the first object referenced by a value.
    package static func first(in value: [UInt8]?) -> Int? { value.flatMap { all(in: $0).first?.number } }

    /// Replaces the object numbers of references; those with `nil` from `number` stay.
    package static func renumber<Problem: Error>(
        _ syntax: [UInt8], _ number: (PDFReference) throws(Problem) -> Int?
    ) throws(Problem) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(syntax.count)
        var copied = 0
        for reference in all(in: syntax) {
            guard let number = try number(reference) else { continue }
            result += syntax[copied..<reference.range.lowerBound]
            result += "\(number) 0 R".utf8
            copied = reference.range.upperBound
        }
        result += syntax[copied...]
        return result
    }
}
