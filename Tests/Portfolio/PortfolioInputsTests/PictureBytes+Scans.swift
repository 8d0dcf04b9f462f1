import Foundation
import TestSupport

extension PictureBytes {
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
}
