import FormwrightCLI
import FormsDomain
import ArgumentParser
import Formwright
import Foundation
import LocalStore
import Pipeline

/// The options that select the store of corrected fields.
struct TemplateArguments: ParsableArguments {
    @Flag(help: "Use the fields as detected, even if they have been corrected.")
    var noTemplate = false

    @Option(help: "Owner of the corrected fields to use, in preference to shared ones.")
    var owner: String?

    @OptionGroup var system: SystemArguments

    /// Returns the form with its corrected fields from a store, if any.
    ///
    /// Their use is reported on standard error. A store that does not exist is not created.
    func applied(to form: Form) async throws -> Form {
        guard !noTemplate else { return form }
        let lookup = TemplateLookup(
            store: try system.storeSettings().location, owner: owner.map { OwnerID($0) } ?? .local)
        let (applied, template) = try await lookup.apply(to: form)
        if let template = template?.template {
            StandardError.print(
                "formwright: using the corrected fields of “\(TerminalText.printable(template.name))” "
                    + "(version \(template.version))")
        }
        return applied
    }
}
