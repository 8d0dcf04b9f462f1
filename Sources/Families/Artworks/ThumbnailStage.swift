import Pipeline

/// Makes the smaller pictures of a checked one.
struct ThumbnailStage: Stage {
    let name: StageName = "thumbnail"
    let needs: Set<StageName> = ["check"]

    /// The version, raised whenever the same picture would give others.
    let fingerprint: String? = "1"

    func run(_ context: StageContext) async throws -> StageOutcome {
        // The last artefact of either name applies: another version may have made an earlier attempt.
        let names = [ArtworkKind.ArtefactName.jpeg, ArtworkKind.ArtefactName.png]
        let checked = context.published.last { $0.stage == "check" && names.contains($0.artefact.name) }
        let name = checked?.artefact.name ?? ArtworkKind.ArtefactName.jpeg
        let pictures = try ArtworkPictures.small(of: try context.bytes(of: name, from: "check"))
        return .done([
            try context.put(pictures.large, named: ArtworkKind.ArtefactName.large, mediaType: "image/jpeg"),
            try context.put(pictures.thumb, named: ArtworkKind.ArtefactName.thumb, mediaType: "image/jpeg"),
        ])
    }
}
