import ArgumentParser
import Foundation
import ListeningTestSupport
import FamiliesService

/// Measures the delivery of a comment to many listening clients.
///
/// The results are the time until the last client has it, and the memory per client.
@main
struct RealtimeBenchmark: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Add comments while clients listen.")

    @Option(help: "Number of clients that listen.")
    var clients = 100

    @Option(help: "Number of users to whom the clients belong.")
    var users = 20

    @Option(help: "Number of comments to add.")
    var comments = 200

    @Flag(help: "Print the port and add a comment every second, for other programs that listen with the token “ada”.")
    var serve = false

    /// The output in milliseconds and kilobytes.
    private struct Report: Encodable {
        let clients: Int
        let users: Int
        let insert: Double
        let last: Double
        let lastWorst: Double
        let ratio: Double
        let limit = 5.0
        let met: Bool
        let kilobytesOfClient: Double
    }

    func run() async throws {
        if serve {
            return try await ListeningService.run { service in
                print("port \(service.port)")
                fflush(nil)
                while !Task.isCancelled {
                    try await Task.sleep(for: .seconds(1))
                    try await service.comment("A comment")
                }
            }
        }
        var limits = RealtimeLimits()
        limits.clientsOfUser = clients
        let (count, users, comments) = (clients, users, comments)
        try await ListeningService.run(limits: limits) { service in
            for user in 0..<users { try await service.addMember("token\(user)", number: user) }
            _ = try await Self.inserts(comments, service)
            let insert = try await Self.inserts(comments, service).sorted()[comments / 2]

            let before = Self.residentKilobytes()
            var listeners: [SocketClient] = []
            for number in 0..<count { listeners.append(try await service.listen("token\(number % users)")) }
            let memory = Double(Self.residentKilobytes() - before) / Double(count)
            var times: [Double] = []
            for number in 0..<comments + 10 {
                let start = ContinuousClock.now
                async let inserted = service.comment("Comment \(number)")
                // They are read one after the other, so the clock stops after the slowest.
                for listener in listeners { _ = await listener.next() }
                let time = (ContinuousClock.now - start) / .milliseconds(1)
                _ = try await inserted
                if number >= 10 { times.append(time) }
            }
            times.sort()
            let report = Report(
                clients: count, users: users, insert: insert, last: times[comments / 2],
                lastWorst: times[comments - 1], ratio: times[comments / 2] / insert,
                met: times[comments / 2] <= 5 * insert, kilobytesOfClient: memory)
            print(String(decoding: try JSONEncoder().encode(report), as: UTF8.self))
        }
    }

    private static func inserts(_ count: Int, _ service: ListeningService) async throws -> [Double] {
        var times: [Double] = []
        for number in 0..<count {
            let start = ContinuousClock.now
            try await service.comment("Comment \(number)")
            times.append((ContinuousClock.now - start) / .milliseconds(1))
        }
        return times
    }

    /// Returns the memory of this process, which includes service and clients.
    private static func residentKilobytes() -> Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") } ?? ""
        return Int(line.split(separator: " ").dropLast().last ?? "0") ?? 0
    }
}
