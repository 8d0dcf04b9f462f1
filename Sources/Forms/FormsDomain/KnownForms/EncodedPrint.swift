import Foundation
import KnownForms

/// The print of a page as it is stored, with the keys by which it is found.
struct EncodedPrint: Sendable {
    /// The page (0-based).
    let page: Int
    let keys: PageKeys
    let data: Data

    /// Encodes a print.
    ///
    /// - Throws: `Failure`: `input_too_large`.
    init(_ print: PagePrint, page: Int) throws {
        self.page = page
        keys = PageKeys(of: print)
        data = try print.encoded()
    }
}
