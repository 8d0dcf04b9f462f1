package import FailureModel
package import FormModel
package import FormFilling
package import FormImport

/// The settings that a fill freezes besides its values.
package struct FillSetup: Sendable, Hashable, Codable {
    /// The profile for personal fields without a given value, if any.
    package var profile: Profile?
    /// Whether to skip values with unknown keys rather than reject them.
    ///
    /// If it is nil, `pipeline.yaml` decides.
    package var skipsUnknown: Bool?
    /// The sheet of a workbook, by name or number; nil for the first.
    package var sheet: String?
    /// Whether the values of an earlier fill are left out.
    package var startsFresh: Bool?
    /// Whether keys must identify their fields exactly, since nobody looks at the guesses.
    package var isExact: Bool?
    /// The confirmed fields of keys, if any.
    package var mapping: ColumnMapping?

    /// Creates a setup.
    package init(
        profile: Profile? = nil, skipsUnknown: Bool? = nil, sheet: String? = nil, startsFresh: Bool? = nil,
        isExact: Bool? = nil,
        mapping: ColumnMapping? = nil
    ) {
        self.profile = profile
        self.skipsUnknown = skipsUnknown
        self.sheet = sheet
        self.startsFresh = startsFresh
        self.isExact = isExact
        self.mapping = mapping
    }

    /// Returns a binder for the fields of a form.
    ///
    /// - Parameters:
    ///   - description: the form.
    ///   - document: the document, for the values that it was filled with before.
    /// - Returns: the binder.
    /// - Throws: `fields_mismatch`, `mapping_needed`.
    package func binder(
        _ description: FormDescription, of document: ImportedDocument? = nil
    ) throws(Failure) -> Binder {
        var binder = Binder(fields: description.fields, pages: description.pages)
        if let document, startsFresh != true { binder = binder.keeping(KeptValues(of: document)) }
        if let profile { binder = binder.filling(from: profile) }
        if isExact == true { binder = binder.refusingGuesses() }
        guard let mapping else { return binder }
        try mapping.check(form: description.document.sha256)
        return binder.applyingKept(mapping)
    }
}
