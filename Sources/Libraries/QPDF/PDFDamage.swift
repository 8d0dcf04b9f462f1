/// What libqpdf reports of a damaged file, by the texts of its warnings, since they have no codes of their own.
struct PDFDamage {
    /// Whether there was any damage, repaired or not.
    private(set) var isAny = false
    /// Whether the cross-reference table was rebuilt.
    private(set) var hasRebuiltReferences = false
    /// Whether a stream is longer or shorter than it states.
    private(set) var hasWrongLength = false
    /// Whether the end of a stream was not found, so that it counts as empty.
    private(set) var hasLostStream = false

    mutating func note(_ warning: String) {
        isAny = true
        if warning.hasPrefix("Attempting to reconstruct cross-reference table") { hasRebuiltReferences = true }
        if warning.hasPrefix("attempting to recover stream length") { hasWrongLength = true }
        if warning.hasPrefix("unable to recover stream data") { hasLostStream = true }
    }
}

extension PDFFile {
    /// Whether the content streams of a page could be read, after repairs where necessary.
    ///
    /// A page without content, and a reference to an object that an undamaged file does not have, are allowed: such a page
    /// is empty. Anything else that is no stream, such as a list within the list, is not: what is drawn behind it would not be
    /// shown. Whether the content can be decoded is not examined: it is copied as it is.
    ///
    /// - Throws: `QPDFError` if there is no such page.
    package func hasReadableContent(onPage index: Int) throws(QPDFError) -> Bool {
        let contents = try page(index)["/Contents"]
        let parts = contents.kind == .array ? contents.items : [contents]
        for part in parts where part.isIndirect || !part.isNull {
            // This reads the object.
            let isStream = part.isStream
            let damage = reportedDamage()
            guard isStream || part.isNull && !damage.isAny else { return false }
            if damage.hasLostStream, try part.rawStreamData().isEmpty { return false }
        }
        return true
    }
}
