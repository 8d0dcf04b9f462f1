import Foundation
import TestSupport

extension PictureBytes {
    /// EXIF with a description, an owner, a program, the time of the photo and a position.
    static func exif(description: String, secret: String, taken: String) -> [UInt8] {
        let (words, owner, date) = (
            Array(description.utf8) + [0], Array(secret.utf8) + [0], Array(taken.utf8) + [0]
        )
        let (main, entries) = (8, 6)
        let photo = main + 2 + entries * 12 + 4
        let position = photo + 2 + 2 * 12 + 4
        let texts = position + 2 + 2 * 12 + 4
        let (ownerPlace, datePlace) = (texts + words.count, texts + words.count + owner.count)
        var bytes = Array("MM".utf8) + big(42, 2) + big(main, 4) + big(entries, 2)
        bytes += exifEntry(0x10E, 2, words.count, big(texts, 4)) + exifEntry(0x10F, 2, owner.count, big(ownerPlace, 4))
        bytes +=
            exifEntry(0x131, 2, owner.count, big(ownerPlace, 4)) + exifEntry(0x13B, 2, owner.count, big(ownerPlace, 4))
        bytes += exifEntry(0x8769, 4, 1, big(photo, 4)) + exifEntry(0x8825, 4, 1, big(position, 4)) + big(0, 4)
        bytes += big(2, 2) + exifEntry(0x9003, 2, date.count, big(datePlace, 4))
        bytes += exifEntry(0xA431, 2, owner.count, big(ownerPlace, 4)) + big(0, 4)
        bytes += big(2, 2) + exifEntry(1, 2, 2, Array("N\0".utf8))
        bytes += exifEntry(0x1D, 2, owner.count, big(ownerPlace, 4)) + big(0, 4)
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
