package import Formwright
package import FormFilling
import Pipeline

/// The results to publish besides the filled form.
///
/// They are set in the section `forms` of `pipeline.yaml`.
package struct ResultSettings: Sendable {
    /// The options for the filled form.
    package var options = ResultOptions()
    /// The resolution of page pictures in pixels per inch; nil for no pictures.
    package var pictures: Double?
    /// The format in which the values that AcroForm fields hold are published; nil for none.
    package var export: ExistingValues.Format?
    /// Whether a form without AcroForm fields is also published with some.
    package var isMadeFillable = false

    /// Creates settings that publish only the form and its report.
    package init() {}

    /// The keys of the settings.
    static let keys = ["pages", "flatten", "pictures", "export", "fillable"]

    /// Reads the settings from the keys of the section `forms`.
    init(reading keys: [String: SettingsNode], _ compose: ComposeOptions) {
        if let node = keys["pages"], let text = node.text() {
            options.pages = PageSelection(text)
            if options.pages == nil { node.report("pages must be a list of pages, such as 1,3-5.") }
        }
        if let flatten = keys["flatten"]?.choice(of: BooleanWord.self) { options.flattens = flatten == .true }
        pictures = keys["pictures"]?.number(in: DocumentPages.resolutions)
        export = keys["export"]?.choice(of: ExistingValues.Format.self)
        if let fillable = keys["fillable"]?.choice(of: BooleanWord.self) { isMadeFillable = fillable == .true }
        if options.flattens, compose.keepsFields {
            keys["flatten"]?.report("flatten removes the fields that editable keeps; choose one of them.")
        }
        if compose.isIncremental, options != ResultOptions() {
            (keys["flatten"] ?? keys["pages"])?.report(
                "incremental writes the whole PDF, so pages and flatten do not apply.")
        }
    }
}
