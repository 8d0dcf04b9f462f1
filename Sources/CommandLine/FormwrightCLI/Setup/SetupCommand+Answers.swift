import ArgumentParser
import FailureModel
import Foundation
import HTTPService
import LocalStore
import Pipeline
import Users

/// The answers to the questions of the command, by its options or at the terminal.
extension SetupCommand {
    static var usualFile: URL {
        ServiceUnit.isInstalled ? ServiceUnit.settings : URL(fileURLWithPath: SettingsSource.usualName)
    }

    func chosenFolder(_ old: StoreLocation, isPackage: Bool) throws -> URL {
        let usual =
            switch old {
            case .folder(let folder): folder.path
            case .server: isPackage ? ServiceUnit.stateFolder.appendingPathComponent("store").path : nil as String?
            }
        if let store { return try Self.folder(store) }
        // Whoever answers by options need not repeat what the settings say.
        if let usual, administrator != nil { return try Self.folder(usual) }
        let question = TerminalQuestion(
            text: "Folder for documents, jobs and users", usual: usual, option: "--store")
        return try question.ask(Self.folder)
    }

    private static func folder(_ text: String) throws(Failure) -> URL {
        guard !text.isEmpty, case .folder(let folder) = try StoreLocation(text) else {
            throw Failure(
                .malformedSettings, "This command sets up a store in a folder; a database is set up by hand.",
                hint: "docs/serve/cluster.md says how.")
        }
        guard !folder.path.contains("\n") else {
            throw Failure(.malformedSettings, "The name of the folder has a line break.")
        }
        return folder
    }

    /// Returns the users of a store.
    static func users(in settings: ProgramSettings, at folder: URL) async throws -> [User] {
        let local = try LocalSystem(settings.system.moved(to: .folder(folder)))
        return try await Accounts(local.database).users()
    }

    /// Returns the name of the administrator to be added; `nil` if there is one.
    ///
    /// Nobody who is a user already becomes an administrator by a slip of the pen.
    func newAdministrator(among users: [User]) throws -> UserName? {
        let question = TerminalQuestion(text: "Name of the administrator", option: "--administrator")
        let isSetUp = users.contains { $0.role == .administrator && !$0.isDisabled }
        if administrator == nil, isSetUp { return nil }
        let check = { (text: String) in try Self.newAdministrator(UserName(text), among: users) }
        return try administrator.map(check) ?? question.ask(check)
    }

    private static func newAdministrator(_ name: UserName, among users: [User]) throws(Failure) -> UserName? {
        guard let user = users.first(where: { $0.name == name.text }) else { return name }
        guard user.role == .administrator, !user.isDisabled else {
            throw Failure(
                .userExists,
                "There is a user \(name) already, who is \(user.isDisabled ? "disabled" : "no administrator").",
                hint:
                    "Choose another name, or first run: formwright users \(user.isDisabled ? "enable" : "role") \(name)"
                    + (user.isDisabled ? "" : " administrator"))
        }
        return nil
    }

    /// Returns the password of the administrator.
    ///
    /// A terminal asks for it until it can be used.
    func password(of name: UserName) throws -> Password {
        guard passwords.passwordFile == nil, isatty(STDIN_FILENO) == 1 else { return try passwords.new(of: name.text) }
        StandardError.print("The password needs at least 10 characters.")
        while true {
            do {
                return try passwords.new(of: name.text)
            } catch let error as Failure where error.code == .passwordUnsuitable {
                StandardError.print(error.message)
            }
        }
    }

    func chosenReach() throws -> ServiceReach {
        let question = TerminalQuestion(
            text: "Do others reach the service directly (network) or through a proxy that encrypts (proxy)?",
            usual: ServiceReach.Kind.network.rawValue, option: "--reach")
        let kind =
            try reach ?? (publicURL == nil ? nil : .proxy)
            ?? question.ask {
                guard let kind = ServiceReach.Kind(rawValue: $0.lowercased()) else {
                    throw Failure(.malformedSettings, "The answer must be network or proxy.")
                }
                return kind
            }
        guard kind == .proxy else { return .network }
        let address = TerminalQuestion(
            text: "Address of the proxy, such as https://forms.example.org", option: "--public-url")
        return try publicURL.map { try ServiceReach.proxy(at: $0) } ?? address.ask { try ServiceReach.proxy(at: $0) }
    }
}
