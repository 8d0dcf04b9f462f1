public import Pipeline
import Artworks
import DroppedArchive
import PortfolioInputs

/// The kinds of content that Formwright provides.
public enum Kinds {
    /// All kinds, for settings, `watch`, `worker`, `documents` and the stage host.
    public static let all: [any Kind] = [
        FormKind(), PortableTextKind(), AccountFileKind(), AccountKind(), ArtworkKind(), StorybookKind(),
        ArchiveKind(), PortfolioInputKind(), PortfolioKind(),
    ]
}
