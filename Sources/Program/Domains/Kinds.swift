import Artworks
import DroppedArchive
import FamiliesDomain
import FormsDomain
public import Pipeline
package import PipelineSQLite
import PortableTextDomain
import PortfolioDomain
import PortfolioInputs
import TradingDomain

/// The kinds of content that Formwright provides, with what a store and its settings have for them.
public enum Kinds {
    /// All kinds, for settings, `watch`, `worker`, `documents` and the stage host.
    public static let all: [any Kind] = [
        FormKind(), PortableTextKind(), AccountFileKind(), AccountKind(), ArtworkKind(), StorybookKind(),
        ArchiveKind(), PortfolioInputKind(), PortfolioKind(),
    ]

    /// Their tables in a store.
    package static let schemas: [DomainSchema] = [DraftValues.schema, TemplateTables.schema]

    /// Their sections of the settings file that services read as well.
    package static let sections: [any SettingsSection.Type] = [FormStageOptions.self, TradingSettings.self]
}
