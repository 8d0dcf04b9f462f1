import Foundation

extension DocumentID {
    /// Creates an ID from the SHA-256 of a text.
    ///
    /// The same text gives the same ID, so that work can be repeated.
    package init(digestOf text: String) {
        let digits = Array(ContentID(of: Data(text.utf8)).hex)
        let groups = [digits[0..<8], digits[8..<12], digits[12..<16], digits[16..<20], digits[20..<32]]
        self.init(UUID(text: groups.map { String($0) }.joined(separator: "-")) ?? UUID())
    }
}
