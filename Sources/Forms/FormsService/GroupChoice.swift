import FailureModel
import HTTPService
import Hummingbird
import Pipeline

/// The choice of a group in a request's query.
enum GroupChoice {
    /// The value of `group` for the user's own documents; no group has this name.
    static let own = "@own"

    private static let name = "group"

    /// Returns the owners of documents to list.
    ///
    /// They are those of all documents that the user may see, a group, or the user.
    ///
    /// - Throws: `group_unknown`.
    static func scope(_ request: Request, _ context: ServiceContext) throws(Failure) -> OwnerScope {
        guard let text = try request.searchText(name), !text.isEmpty else { return context.scope }
        return .owner(text == own ? context.owner : try context.identity.group(named: text))
    }

    /// Returns the owner of a new document: the user, or one of the user's groups.
    ///
    /// - Throws: `group_unknown`.
    static func owner(_ request: Request, _ context: ServiceContext) throws(Failure) -> OwnerID {
        guard let text = try request.searchText(name), !text.isEmpty, text != own else { return context.owner }
        return try context.identity.group(named: text)
    }
}
