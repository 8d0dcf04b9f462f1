import Users
import FailureModel
public import FormwrightCLI
import LocalStore
import FamiliesService
import FamiliesSQLite

extension ProgramDomain {
    /// Families: the command `families`, and the pages and routes of the service.
    public static let families: ProgramDomain = {
        // The rows hold URLs of pictures as soon as a service knows its own address.
        let addresses = PictureAddresses()
        var program = ProgramDomain(Domain.families(links: addresses.links))
        program.storeCommands = [FamiliesCommand.self]
        program.renamedCommands = [
            RenamedCommand("families change", to: "families update-member"),
            RenamedCommand("families remove", to: "families remove-member"),
            RenamedCommand("families withdraw", to: "families revoke-invite"),
            RenamedCommand("families keys", to: "families credentials"),
        ]
        program.advice = [
            .familyUnknown: "List all families with formwright families list.",
            .familyAmbiguous: "Give the ID, as formwright families list --ids shows it.",
            .familyHasArtworks: "Delete them with the family: --with-artworks.",
        ]
        program.routes = { host in
            let families = try FamilySystem.families(in: host.local, links: addresses.links)
            let project = ProjectAccounts(host.accounts, signer: host.signer)
            return [
                StorytellingRoutes(
                    families, host.local, accounts: project,
                    settings: host.local.settings.section(StorytellingSettings.self), addresses: addresses,
                    host.parts),
                RealtimeRoutes(families, callers: project, logger: host.logger),
            ]
        }
        return program
    }()
}
