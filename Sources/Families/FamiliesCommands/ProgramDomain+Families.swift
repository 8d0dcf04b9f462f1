import Users
import FailureModel
public import FormwrightCLI
import LocalStore
import FamiliesService
import Logging
import FamiliesSQL
import Webhooks

extension ProgramDomain {
    /// The domain of families: the command `families`, and the pages and routes of the service.
    public static let families: ProgramDomain = {
        // The rows contain URLs of pictures once a service knows its own address.
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
        program.help = [
            .keeps: "families' artworks",
            .examples: #"formwright families create "The Lovelaces" --owner ada@example.org"#,
            .served: "families' stories",
            .pages: "Families meet at /stories, after formwright families create; see docs/serve/families.md.",
            .dropExamples: """
            formwright watch drawings/ --kind artwork --owner "family:The Lovelaces"
                                                          # sun.jpg with sun.story.yaml joins the family's feed
            """,
            .owner: "for pictures family: and the name or ID of a family",
            .logins: "families",
            .deletion: """
            In families, the user's reactions, comments and memberships are deleted, and artworks stay; the last owner \
            of a family with other members cannot be deleted.
            """,
        ]
        program.routes = { host in
            let families = try FamilySystem.families(in: host.local, links: addresses.links)
            let project = ProjectAccounts(host.accounts, signer: host.signer)
            let settings = host.local.settings.section(StorytellingSettings.self)
            var mail: MailRoute?
            if settings.sendsRecoveries {
                mail = host.local.settings.section(MailSettings.self).route
                if mail == nil {
                    host.logger.warning("storytelling.recovery needs the section mail; no codes are sent")
                }
            }
            return [
                StorytellingRoutes(
                    families, host.local, accounts: project, settings: settings, mail: mail, addresses: addresses,
                    host.parts),
                RealtimeRoutes(families, callers: project, logger: host.logger),
            ]
        }
        return program
    }()
}
