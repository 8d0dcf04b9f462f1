import Users
import Artworks
import FailureModel
import FamiliesDomain
import FamilyArchive
import FamilyFolder
package import LocalStore
package import Pipeline
package import Families
import FamiliesSQL

extension Domain {
    /// Creates the domain of families with their artworks and storybooks.
    ///
    /// - Parameters:
    ///   - links: The links that clients read in place of pictures' names.
    ///   - clock: The clock for the expiry of invites.
    /// - Returns: The domain.
    package static func families(links: PictureLinks = .ids, clock: any PipelineClock = SystemClock()) -> Domain {
        var domain = Domain(kinds: [ArtworkKind(), StorybookKind()])
        domain.errors = ErrorRow.families + ErrorRow.familyArchive
        domain.tables = [StorytellingTables.schema(links: links, now: { clock.now.milliseconds * 1_000 })]
        domain.settings = [StorytellingSettings.self]
        domain.dropHandlers = { system in
            [FamilyFolder(try FamilySystem.families(in: system, links: links), client: system.client)]
        }
        domain.housekeeping = { system, logger in
            let families = try FamilySystem.families(in: system, links: links)
            return [FamilyHousekeeping(families, client: system.client, logger: logger)]
        }
        domain.userLeaves = { owner, system in
            try await FamilySystem.removeFromFamilies(try UserName(owner.text), in: system)
        }
        return domain
    }
}
