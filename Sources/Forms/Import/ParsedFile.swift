import QPDF
import Synchronization

/// The parsed PDF that importing leaves behind for the first stage that changes the document: parsing costs as much as
/// writing. Later ones parse anew, since a file that has been stamped is no blank form any more.
final class ParsedFile: Sendable {
    private let file: Mutex<PDFFile?>

    init(_ file: sending PDFFile?) {
        self.file = Mutex(file)
    }

    /// The file, to the first caller only.
    func take() -> sending PDFFile? {
        file.withLock { file in
            let taken = file
            file = nil
            return taken
        }
    }
}
