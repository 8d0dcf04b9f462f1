import Files
package import Forms
import Foundation
import Pipeline

/// What a fill freezes besides its values: whom the form is about, and what becomes of values that are for no field.
package struct FillSetup: Sendable, Hashable, Codable {
    /// Fills the fields about a person to which no value is given; nil if nothing is known about anybody.
    package var profile: Profile?
    /// Whether values whose key is no field are left out instead of refused; nil for what `pipeline.yaml` says.
    package var skipsUnknown: Bool?

    /// Creates a setup.
    package init(profile: Profile? = nil, skipsUnknown: Bool? = nil) {
        self.profile = profile
        self.skipsUnknown = skipsUnknown
    }

    /// The setup as an input; none if it says nothing.
    var inputs: [PipelineClient.Input] {
        get throws {
            guard self != FillSetup() else { return [] }
            return [
                PipelineClient.Input(
                    name: FormKind.ArtefactName.setup, mediaType: "application/json", bytes: try JSONText.encode(self))
            ]
        }
    }

    /// Reads the setup of a fill, with the options of the stage where it says nothing.
    init(_ context: StageContext, _ options: FormStageOptions) throws {
        self.init()
        if context.artefact(FormKind.ArtefactName.setup, from: .inputs) != nil {
            self = try JSONDecoder().decode(
                FillSetup.self, from: context.bytes(of: FormKind.ArtefactName.setup, from: .inputs))
        }
        skipsUnknown = skipsUnknown ?? options.skipsUnknown
    }

    /// Returns a binder for fields, which knows the profile.
    func binder(_ fields: [Field]) -> Binder {
        let binder = Binder(fields: fields)
        return profile.map { binder.filling(from: $0) } ?? binder
    }
}
