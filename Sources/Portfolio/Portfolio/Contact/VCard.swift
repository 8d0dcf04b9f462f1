package import Foundation

/// A contact card in vCard 3.0 (RFC 2426): `card.vcf`.
package struct VCard: Hashable, Sendable {
    private let title: String
    private let contact: PortfolioContact

    /// Creates a card.
    ///
    /// - Parameters:
    ///   - title: The name on the card. The portfolio's title is used because no other name is known.
    ///   - contact: The contact details.
    package init(title: String, contact: PortfolioContact) {
        self.title = title.asLine
        self.contact = contact
    }

    /// The card in UTF-8, with CRLF line ends and at most 75 bytes per line.
    package var data: Data { Data(text.utf8) }

    /// The card as text.
    package var text: String {
        let email = contact.email?.asLine.nonEmpty
        let phone = contact.phone?.asLine.nonEmpty
        let url = contact.url?.asLine.nonEmpty
        // A card must have a name.
        let name = Self.escaped(title.nonEmpty ?? email ?? phone ?? url ?? "Portfolio")
        var lines = ["BEGIN:VCARD", "VERSION:3.0", "N:\(name);;;;", "FN:\(name)"]
        if let email { lines.append("EMAIL;TYPE=INTERNET:\(Self.escaped(email))") }
        if let phone { lines.append("TEL:\(Self.escaped(phone))") }
        if let url { lines.append("URL:\(url)") }
        lines.append("END:VCARD")
        return lines.map(Self.folded).joined()
    }

    private static func escaped(_ text: String) -> String {
        var result = ""
        for character in text.unicodeScalars {
            if character == "\\" || character == "," || character == ";" { result += "\\" }
            result.unicodeScalars.append(character)
        }
        return result
    }

    /// Folds a line before its 76th byte, never within a character.
    ///
    /// Continuation lines begin with a space.
    private static func folded(_ line: String) -> String {
        var result = ""
        var room = 75
        for character in line.unicodeScalars {
            let size = String(character).utf8.count
            if size > room {
                result += "\r\n "
                room = 74
            }
            result.unicodeScalars.append(character)
            room -= size
        }
        return result + "\r\n"
    }
}
