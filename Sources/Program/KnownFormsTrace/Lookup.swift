import Foundation
import KnownForms

/// Measures a table of many pages.
struct Lookup {
    var count: Int
    var known: URL
    var seen: URL

    /// The memory that this process occupies, in MB.
    private static var memory: Double {
        let status = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
        return Double(Int(status.split(separator: " ").dropFirst().first ?? "0") ?? 0) * 4096 / 1_000_000
    }

    func run() throws {
        let keys = try Prints.all(in: known).map { PageKeys(of: $0.print) }
        let prints = try Prints.all(in: seen)
        let (count, originals) = (count, keys.count)
        let before = Self.memory
        // Beyond the pages themselves, each has the keys of another one but for a seed, so that as many share a key.
        func altered(_ number: Int) -> PageKeys {
            let values = keys[number % originals].values
            guard number >= originals else { return keys[number] }
            var seed = UInt64(number / originals)
            return PageKeys(
                values: values.map { key in
                    seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                    // One in twenty is kept, as for forms of one family.
                    return seed >> 60 == 0 ? key : key ^ UInt32(truncatingIfNeeded: seed >> 32)
                }.sorted())
        }
        let (index, building) = Prints.timed { PrintIndex(count: count) { altered($0) } }
        print("pages\t\(count)\tbuilt in ms\t\(Int(building))\tMB\t\(Int(Self.memory - before))")
        var times: [Double] = []
        for page in prints {
            _ = index.candidates(for: page.print)
            times.append(Prints.timed { index.candidates(for: page.print) }.1)
        }
        times.sort()
        print(
            "lookups\t\(times.count)\tmedian ms\t\(times[times.count / 2])\t95 %\t\(times[times.count * 95 / 100])\tmost\t\(times.last ?? 0)"
        )
    }
}
