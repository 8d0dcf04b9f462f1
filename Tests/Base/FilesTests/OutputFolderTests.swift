import FailureModel
import Files
import Foundation
import TestSupport
import Testing

@Suite("Folders of the user and of outputs") struct OutputFolderTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("the environment names the home folder, and relative paths in it are ignored")
    func home() {
        let known = UserFolders.home([:])
        #expect(UserFolders.home(["HOME": "/srv/ada"]).path == "/srv/ada")
        for relative in ["", "ada", "./ada"] { #expect(UserFolders.home(["HOME": relative]) == known, "\(relative)") }
        #expect(UserFolders.expandingTilde(in: "~/forms", ["HOME": "/srv/ada"]) == "/srv/ada/forms")
        #expect(UserFolders.expandingTilde(in: "~", ["HOME": "/srv/ada"]) == "/srv/ada")
        for path in ["/a/~", "a/~/b", ""] {
            #expect(UserFolders.expandingTilde(in: path, ["HOME": "/srv/ada"]) == path)
        }
        func base(_ environment: [String: String]) -> String {
            UserFolders.base("XDG_CACHE_HOME", usual: ".cache", environment).path
        }
        #expect(base(["HOME": "/srv/ada", "XDG_CACHE_HOME": "/var/cache/ada"]) == "/var/cache/ada")
        #expect(base(["HOME": "/srv/ada", "XDG_CACHE_HOME": "cache"]) == "/srv/ada/.cache")
    }

    @Test("a folder is made with its parents and permissions, and the reason is given if it is not")
    func make() throws {
        let nested = folder.file("a/b/c")
        try OutputFolder.make(nested, mode: 0o700)
        try OutputFolder.make(nested)
        for url in [nested, folder.file("a")] {
            #expect(try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int == 0o700)
        }
        try folder.write("a file", "file")
        for name in ["file", "file/below"] {
            let error = #expect(throws: Failure.self) { try OutputFolder.make(folder.file(name)) }
            #expect(error?.code == .outputUnwritable && error?.message.contains(folder.file(name).path) == true)
        }
    }

    @Test(
        "outputs are as private as their inputs together",
        arguments: [
            ([0o644, 0o600], 0o600), ([0o644, 0o604], 0o604), ([0o664], 0o664), ([], 0o666), ([0o444], 0o644),
        ])
    func permissions(_ modes: [Int], _ expected: Int) throws {
        var permissions = FilePermissions.usual
        for (number, mode) in modes.enumerated() {
            let input = try folder.write("input", "input-\(number)")
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: input.path)
            permissions = permissions.less(FilePermissions(ofOutputsFrom: input.path))
        }
        #expect(Int(permissions.mode) == expected)
        #expect(FilePermissions(ofOutputsFrom: folder.file("none").path) == nil)
        #expect(FilePermissions(ofOutputsFrom: folder.url.path) == nil)
    }
}
