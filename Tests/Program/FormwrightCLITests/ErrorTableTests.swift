import Domains
import FormsDomain
import FailureModel
import Foundation
import FormwrightCLI
import TestSupport
import TestTraits
import Testing

@Suite("Error table", .blocking) struct ErrorTableTests {
    private let table = ProgramErrors.table(of: Domains.all)

    @Test("every code has one row, and an exit status that neither another code nor the shell uses")
    func distinct() {
        #expect(Set(table.rows.map(\.code)).count == table.rows.count)
        #expect(Set(table.rows.map(\.exitStatus)).count == table.rows.count)
        #expect(
            table.rows.allSatisfy {
                $0.exitStatus > 2 && $0.exitStatus != 64
                    && ($0.exitStatus < 126 || $0.exitStatus == 130 || (193..<255).contains($0.exitStatus))
            })
        #expect(table.rows.allSatisfy { (400..<600).contains($0.httpStatus) })
    }

    @Test("every code that the sources declare has a row")
    func declared() throws {
        let sources = Repository.url("Sources")
        let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        var codes: Set<String> = []
        for case let url as URL in files where url.pathExtension == "swift" {
            let text = try String(contentsOf: url, encoding: .utf8)
            for match in text.matches(of: /(?:ErrorCode|Failure)\(\s*(?:rawValue: )?"([a-z_]+)"/) {
                codes.insert(String(match.1))
            }
        }
        #expect(codes.count > 50)
        #expect(codes.subtracting(table.rows.map(\.code.rawValue)) == [])
    }

    /// `FORMWRIGHT_RECORD=1` writes the table into the page instead of comparing it.
    @Test("the documented table is the one in the code")
    func documented() throws {
        let url = Repository.url("docs/use/errors.md")
        let page = try String(contentsOf: url, encoding: .utf8)
        let table = try #require(page.firstMatch(of: /(?m)^\| code \|(?:.*\n)(?:\|.*\n)+/))
        if ProcessInfo.processInfo.environment["FORMWRIGHT_RECORD"] != nil {
            try page.replacingCharacters(in: table.range, with: self.table.markdown).write(
                to: url, atomically: true, encoding: .utf8)
        } else {
            #expect(String(table.output) == self.table.markdown)
        }
    }
}
