import Pipeline

/// Reads an upload, and publishes the picture without metadata.
struct CheckStage: Stage {
    let name: StageName = "check"

    /// The version, raised whenever the same bytes would give another picture.
    let fingerprint: String? = "1"

    func run(_ context: StageContext) async throws -> StageOutcome {
        let clean = try ArtworkPictures.clean(try context.original())
        let picture = try context.put(
            clean.bytes, named: clean.isPNG ? ArtworkKind.ArtefactName.png : ArtworkKind.ArtefactName.jpeg,
            mediaType: clean.isPNG ? "image/png" : "image/jpeg")
        var facts = [
            ArtworkKind.FactName.width: "\(clean.width)", ArtworkKind.FactName.height: "\(clean.height)",
        ]
        facts[ArtworkKind.FactName.taken] = clean.taken
        return .done([picture], facts: facts)
    }
}
