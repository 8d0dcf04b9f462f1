import FormModel
import Foundation
import FormwrightCLI
import TestSupport
import Testing

@Suite("Error table") struct ErrorTableTests {
    @Test("every code has an exit status of its own, away from the shell's")
    func distinct() {
        let statuses = FormError.Code.allCases.map(\.exitStatus)
        #expect(Set(statuses).count == statuses.count)
        #expect(statuses.allSatisfy { $0 > 2 && $0 != 64 && ($0 < 126 || $0 == 130) })
    }

    @Test("the documented table is the one in the code")
    func documented() throws {
        let text = try String(contentsOf: Repository.url("docs/errors.md"), encoding: .utf8)
        var rows: [String: Int32] = [:]
        for match in text.matches(of: /(?m)^\| `([a-z_]+)` \| (\d+) \|/) {
            rows[String(match.1)] = Int32(match.2)
        }
        rows["usage"] = nil
        let expected = Dictionary(uniqueKeysWithValues: FormError.Code.allCases.map { ($0.rawValue, $0.exitStatus) })
        #expect(rows == expected)
    }
}
