import ChildPrograms
import FailureModel
import Files
import Foundation
import Pipeline

/// The unit of systemd that runs the service of the Debian package.
enum ServiceUnit {
    /// The user of the service.
    static let user = "formwright"
    /// The settings file of the service.
    static let settings = URL(fileURLWithPath: "/etc/formwright/pipeline.yaml")
    /// The folder that the unit lets the service write to.
    static let stateFolder = URL(fileURLWithPath: "/var/lib/formwright", isDirectory: true)

    private static let name = "formwright.service"
    private static let dropIn = URL(fileURLWithPath: "/etc/systemd/system/formwright.service.d/store.conf")

    /// Whether the package is installed.
    ///
    /// Only root and the service see the file in the folder.
    static var isInstalled: Bool {
        FileManager.default.fileExists(atPath: settings.deletingLastPathComponent().path)
    }

    /// Lets the service write to a folder elsewhere, or no longer lets it; blocks.
    ///
    /// - Throws: `malformed_settings` for a folder that the unit hides; errors of writing.
    static func allow(_ folder: URL) throws(Failure) {
        let path = folder.standardizedFileURL.path
        if path == stateFolder.path || path.hasPrefix(stateFolder.path + "/") {
            unlink(dropIn.path)
            return
        }
        for hidden in ["/home", "/root", "/run/user", "/tmp", "/var/tmp"] where (path + "/").hasPrefix(hidden + "/") {
            throw Failure(
                .malformedSettings, "The service cannot use \(path), since its unit hides \(hidden).",
                hint: "Choose a folder below \(stateFolder.path) or /srv.")
        }
        let quoted = path.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("%", with: "%%")
        let text = "# Written by formwright setup.\n[Service]\nReadWritePaths=\"\(quoted)\"\n"
        do {
            try FileManager.default.createDirectory(
                at: dropIn.deletingLastPathComponent(), withIntermediateDirectories: true)
        } catch {
            throw Failure(.outputUnwritable, "\(dropIn.path) cannot be written.", underlying: "\(error)")
        }
        try OutputFile.write(Data(text.utf8), to: dropIn)
    }

    /// Restarts the service with its settings; blocks.
    ///
    /// - Returns: whether systemd did so; false without systemd.
    static func restart() -> Bool {
        guard FileManager.default.fileExists(atPath: "/run/systemd/system") else { return false }
        return run(["daemon-reload"]) && run(["restart", name])
    }

    private static func run(_ arguments: [String]) -> Bool {
        guard
            var program = try? ChildProgram(
                "/usr/bin/systemctl", arguments, environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"])
        else { return false }
        return program.ending(within: .seconds(120)) == .exited(0)
    }
}
