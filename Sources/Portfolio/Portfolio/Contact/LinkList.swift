package import FailureModel

/// Parses `links.txt`: an address per line, then white space and a title.
package enum LinkList {
    /// A line with an address.
    package struct Entry: Hashable, Sendable {
        /// The line, from 1.
        package var line: Int
        /// The address, or `invalid_url` or `text_too_long`.
        package var address: Result<WebAddress, Failure>
        package var title: String?
    }

    /// Parses a list.
    ///
    /// Blank lines and lines that begin with `#` are ignored. A bullet may precede an address.
    package static func entries(of text: String) -> [Entry] {
        var result: [Entry] = []
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, line) in lines.enumerated() {
            var line = line.drop(while: \.isWhitespace)
            for bullet in ["- ", "* ", "• "] where line.hasPrefix(bullet) {
                line = line.dropFirst(bullet.count).drop(while: \.isWhitespace)
                break
            }
            guard let first = line.first, first != "#" else { continue }
            let address = line.prefix { !$0.isWhitespace }
            let title = String(line[address.endIndex...]).asLine
            result.append(
                Entry(
                    line: index + 1, address: WebAddress.checked(String(address)),
                    title: title.nonEmpty?.shortened(to: PortfolioLimits.title)))
        }
        return result
    }
}
