import Foundation

/// The engine of a test's database.
package enum SQLEngine: String, CaseIterable, Sendable, CustomStringConvertible {
    case sqlite
    case postgreSQL

    /// The engine of the current test, which ``Testing/Trait/onEveryEngine`` sets.
    @TaskLocal package static var current = SQLEngine.sqlite

    package var description: String { self == .sqlite ? "SQLite" : "PostgreSQL" }

    /// The engines that tests run on: all, or the one that the environment names.
    package static let tested: [SQLEngine] = {
        guard let name = ProcessInfo.processInfo.environment["FORMWRIGHT_TEST_ENGINE"] else { return allCases }
        return SQLEngine(rawValue: name).map { [$0] } ?? allCases
    }()
}
