import Files
import Foundation

/// Files with certificates and keys.
enum PEMFile {
    /// Returns the content of a file of up to 1 MB; blocks.
    static func bytes(of file: URL) throws(SystemCallError) -> Data {
        // A pipe would make the opener wait for a writer.
        let descriptor = try FileDescriptor.open(file.path, O_RDONLY | O_NONBLOCK)
        return try descriptor.closeAfter { () throws(SystemCallError) in
            try descriptor.readRegularFile(limit: 1 << 20)
        }
    }
}
