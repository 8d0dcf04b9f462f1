import Files
import FormFilling
import FormModel
import Formwright
import Foundation
import Pipeline

extension FillSetup {
    /// The setup as an input; empty for the default setup.
    var inputs: [PipelineClient.Input] {
        get throws {
            guard self != FillSetup() else { return [] }
            return [
                PipelineClient.Input(
                    name: FormKind.ArtefactName.setup, mediaType: "application/json", bytes: try JSONText.encode(self))
            ]
        }
    }

    /// Reads the setup of a fill, with missing settings from the stage's options.
    init(_ context: StageContext, _ options: FormStageOptions) throws {
        self.init()
        if context.artefact(FormKind.ArtefactName.setup, from: .inputs) != nil {
            self = try JSONDecoder().decode(
                FillSetup.self, from: context.bytes(of: FormKind.ArtefactName.setup, from: .inputs))
        }
        skipsUnknown = skipsUnknown ?? options.skipsUnknown
        if context.artefact(FormKind.ArtefactName.keys, from: .inputs) != nil {
            let keys = try JSONDecoder().decode(
                FillSetup.self, from: context.bytes(of: FormKind.ArtefactName.keys, from: .inputs))
            (isExact, mapping) = (keys.isExact, keys.mapping)
        }
        if context.artefact(FormKind.ArtefactName.mapping, from: .inputs) != nil {
            var kept = try JSONDecoder().decode(
                ColumnMapping.self, from: context.bytes(of: FormKind.ArtefactName.mapping, from: .inputs))
            // It was found by what the form draws, whatever its bytes.
            kept.form = try StoredFields.description(in: context).document.sha256
            mapping = mapping?.adding(kept) ?? kept
        }
    }
}
