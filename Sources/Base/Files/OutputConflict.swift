package import FailureModel
package import Foundation

/// Outputs that would overwrite a file still needed.
package enum OutputConflict {
    /// Refuses outputs that are the same file as an input or another output.
    ///
    /// They are compared as files, whatever their paths.
    ///
    /// - Throws: `output_is_input`.
    package static func check(outputs: [URL], inputs: [URL]) throws(Failure) {
        var taken = inputs
        for output in outputs {
            if let other = taken.first(where: { isSame($0, output) }) {
                throw Failure(
                    .outputIsInput, "The output would overwrite \(other.lastPathComponent); name another file.")
            }
            taken.append(output)
        }
    }

    private static func isSame(_ a: URL, _ b: URL) -> Bool {
        var first = stat()
        var second = stat()
        guard stat(a.path, &first) == 0, stat(b.path, &second) == 0 else { return place(a) == place(b) }
        // Two outputs can go to the same device.
        return first.st_mode & S_IFMT == S_IFREG && first.st_dev == second.st_dev && first.st_ino == second.st_ino
    }

    private static func place(_ url: URL) -> String {
        url.deletingLastPathComponent().resolvingSymlinksInPath().path + "/" + url.lastPathComponent
    }
}
