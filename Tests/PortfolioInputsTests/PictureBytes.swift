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

    /// A progressive JPEG in gray, each of whose scans but the first has some bytes and changes nothing.
    static func progressive(side: Int, scans: Int) -> Data {
        func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
            [0xFF, marker] + big(content.count + 2, 2) + content
        }
        let blocks = (side + 7) / 8 * ((side + 7) / 8)
        // One code of one bit: a difference of 0, and the end of 2^14 + 16,383 blocks.
        let codes = [UInt8](repeating: 0, count: 15)
        var bits = ""
        for _ in 0..<(blocks + 32_766) / 32_767 { bits += "0" + String(repeating: "1", count: 14) }
        bits += String(repeating: "1", count: (8 - bits.count % 8) % 8)
        var packed: [UInt8] = []
        for start in stride(from: 0, to: bits.count, by: 8) {
            let byte = UInt8(bits.dropFirst(start).prefix(8), radix: 2) ?? 0
            packed += byte == 0xFF ? [0xFF, 0] : [byte]
        }
        var bytes: [UInt8] = [0xFF, 0xD8]
        bytes += segment(0xDB, [0] + [UInt8](repeating: 1, count: 64))
        bytes += segment(0xC2, [8] + big(side, 2) + big(side, 2) + [1, 1, 0x11, 0])
        bytes += segment(0xC4, [0, 1] + codes + [0]) + segment(0xC4, [0x10, 1] + codes + [0xE0])
        bytes += segment(0xDA, [1, 1, 0, 0, 0, 0]) + [UInt8](repeating: 0, count: (blocks + 7) / 8)
        let scan = segment(0xDA, [1, 1, 0, 1, 63, 0]) + packed
        for _ in 1..<scans { bytes += scan }
        return Data(bytes + [0xFF, 0xD9])
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
