/// The damage of a file reported by libqpdf.
///
/// It is detected from the texts of warnings, which have no codes.
struct PDFDamage {
    /// Whether there is any damage, repaired or not.
    private(set) var isAny = false
    /// Whether the cross-reference table was rebuilt.
    private(set) var hasRebuiltReferences = false
    /// Whether a stream has a wrong declared length.
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
    /// Returns whether the content streams of a page are readable, possibly after repairs.
    ///
    /// A page without content is allowed, and so is a reference to an object missing in an undamaged file: such a page
    /// is empty. Anything else that is not a stream, such as a nested list, is not allowed, because the content after
    /// it would not be shown. Whether the content can be decoded is not checked, because it is copied unchanged.
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
