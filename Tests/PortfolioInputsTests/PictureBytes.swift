import Foundation

/// Parts of picture files, made byte by byte.
enum PictureBytes {
    static func big(_ value: Int, _ length: Int) -> [UInt8] {
        (0..<length).reversed().map { UInt8(value >> ($0 * 8) & 255) }
    }

    /// Returns the JPEG with a segment behind its first marker.
    static func inserting(_ marker: UInt8, _ content: [UInt8], into jpeg: Data) -> Data {
        jpeg.prefix(2) + Data([0xFF, marker] + big(content.count + 2, 2) + content) + jpeg.dropFirst(2)
    }

    /// The markers of a JPEG's segments in front of its pixels.
    static func markers(of jpeg: Data) -> [UInt8] {
        let bytes = [UInt8](jpeg)
        var markers: [UInt8] = []
        var place = 2
        while place + 4 <= bytes.count, bytes[place] == 0xFF {
            markers.append(bytes[place + 1])
            if bytes[place + 1] == 0xDA { break }
            place += 2 + Int(bytes[place + 2]) << 8 + Int(bytes[place + 3])
        }
        return markers
    }

    /// EXIF with a description, an owner, a program, the time of the photo and a position.
    static func exif(description: String, secret: String, taken: String) -> [UInt8] {
        func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: [UInt8]) -> [UInt8] {
            big(tag, 2) + big(type, 2) + big(count, 4) + value + [UInt8](repeating: 0, count: 4 - value.count)
        }
        let (words, owner, date) = (
            Array(description.utf8) + [0], Array(secret.utf8) + [0], Array(taken.utf8) + [0]
        )
        let (main, entries) = (8, 6)
        let photo = main + 2 + entries * 12 + 4
        let position = photo + 2 + 2 * 12 + 4
        let texts = position + 2 + 2 * 12 + 4
        let (ownerPlace, datePlace) = (texts + words.count, texts + words.count + owner.count)
        var bytes = Array("MM".utf8) + big(42, 2) + big(main, 4) + big(entries, 2)
        bytes += entry(0x10E, 2, words.count, big(texts, 4)) + entry(0x10F, 2, owner.count, big(ownerPlace, 4))
        bytes += entry(0x131, 2, owner.count, big(ownerPlace, 4)) + entry(0x13B, 2, owner.count, big(ownerPlace, 4))
        bytes += entry(0x8769, 4, 1, big(photo, 4)) + entry(0x8825, 4, 1, big(position, 4)) + big(0, 4)
        bytes += big(2, 2) + entry(0x9003, 2, date.count, big(datePlace, 4))
        bytes += entry(0xA431, 2, owner.count, big(ownerPlace, 4)) + big(0, 4)
        bytes += big(2, 2) + entry(1, 2, 2, Array("N\0".utf8))
        bytes += entry(0x1D, 2, owner.count, big(ownerPlace, 4)) + big(0, 4)
        return Array("Exif\0\0".utf8) + bytes + words + owner + date
    }

    /// A segment of XMP.
    static func xmp(_ packet: String) -> [UInt8] { Array("http://ns.adobe.com/xap/1.0/\0".utf8) + Array(packet.utf8) }

    /// A segment of Photoshop's resources with datasets of IPTC.
    static func iptc(_ datasets: [(Int, Int, [UInt8])]) -> [UInt8] {
        var body: [UInt8] = []
        for (record, number, value) in datasets {
            body += [0x1C, UInt8(record), UInt8(number)] + big(value.count, 2) + value
        }
        let signature = Array("8BIM".utf8)
        var bytes = Array("Photoshop 3.0\0".utf8)
        bytes += signature + big(0x03ED, 2) + [3] + Array("abc".utf8) + big(3, 4) + [1, 2, 3, 0]
        bytes += signature + big(0x0404, 2) + [0, 0] + big(body.count, 4)
        return bytes + body
    }

    /// XMP with properties of `rdf:Description`.
    static func packet(_ properties: String, attributes: String = "") -> String {
        """
        <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"
          xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
          xmlns:Iptc4xmpCore="http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/" \(attributes)>
        \(properties)
        </rdf:Description></rdf:RDF></x:xmpmeta>
        <?xpacket end="w"?>
        """
    }
}
