import Foundation
import TestSupport
import Testing

/// The program as a service that requires a login, with a user and a family.
struct ServedClients {
    let folder: TemporaryFolder
    let service: ServedStore
    /// The app's key of families.
    let familyKey: String
    /// The code of an invite to the family.
    let inviteCode: String

    static let password = "correct horse battery"
    static let email = "ada@example.org"
    static let user = "ada"

    init() throws {
        folder = try TemporaryFolder()
        let store = folder.file("store").path
        _ = try folder.write("", "pipeline.yaml")
        let password = try folder.write(Self.password + "\n", "password").path
        let common = ["--store", store, "--config", folder.file("pipeline.yaml").path]
        func run(_ arguments: [String]) throws -> String {
            let outcome = try CommandLineTool.run(arguments + common)
            try #require(outcome.status == 0, "\(outcome.errors)")
            return outcome.text
        }
        _ = try run(["users", "add", Self.user, "--password-file", password])
        let created = try run(
            ["families", "create", "The Lovelaces", "--owner", Self.email, "--password-file", password])
        let line = try #require(created.split(separator: "\n").first { $0.hasPrefix("key") })
        familyKey = try #require(line.split(separator: " ").last.map(String.init))
        inviteCode = try run(["families", "invite", "The Lovelaces"]).trimmingCharacters(in: .whitespacesAndNewlines)
        service = try ServedStore(["--bind", "0.0.0.0"] + common, in: folder)
    }

    /// The address of the service on this machine.
    var url: URL {
        get throws { try #require(URL(string: "http://127.0.0.1:\(try port)")) }
    }

    var port: Int {
        get throws { try #require(service.address.port) }
    }

    /// A picture of its own for each name.
    func picture(_ name: String) throws -> URL {
        let copy = folder.file(name)
        try TestData.data("pictures/portfolio/dune.jpg").write(to: copy)
        return copy
    }

}
