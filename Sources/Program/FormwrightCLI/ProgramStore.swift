import Domains
import LocalStore
import PipelineSQLite
import Storytelling
import StorytellingService

/// The store as every command opens it.
///
/// A store has the tables of all content modules, whichever command opens it first, so that each command reads, backs up and
/// restores what any other has written.
enum ProgramStore {
    /// The tables of all content modules, in addition to those that every store has.
    ///
    /// - Parameter links: makes what clients read in place of pictures' names.
    /// - Returns: the tables, to open a store with.
    static func schemas(links: PictureLinks = .ids) -> [DomainSchema] {
        Kinds.schemas + FamilySystem.domains(links: links)
    }

    /// Opens the store, or creates it; blocks.
    ///
    /// - Throws: `Failure`: `store_unavailable`, and what the disk reports.
    static func open(_ settings: SystemSettings, links: PictureLinks = .ids) throws -> LocalSystem {
        try LocalSystem(settings, domains: schemas(links: links))
    }
}
