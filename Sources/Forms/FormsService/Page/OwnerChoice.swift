import HTTPService
import Pipeline

/// A choice between the user's own documents and those of the user's groups.
struct OwnerChoice {
    let value: String
    let title: String
    let isChosen: Bool

    /// Returns the choices of a user, beginning with the user.
    static func choices(_ context: ServiceContext, chosen: String?) -> [OwnerChoice] {
        let groups = context.identity.groups.compactMap(\.group)
        return [OwnerChoice(value: GroupChoice.own, title: "Only me", isChosen: chosen == GroupChoice.own)]
            + groups.map { OwnerChoice(value: $0, title: "Group \($0)", isChosen: chosen == $0) }
    }
}
