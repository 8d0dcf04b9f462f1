import ProcessTestSupport
import Foundation
import Pipeline
import PipelineSQL
import PipelineTestSupport

/// A number of deaths, and what was found after each.
struct Campaign: Codable {
    var campaign: String
    var rounds = 0
    var kills = 0
    var pauses = 0
    /// The number of stage processes that were killed or stopped.
    var stageKills = 0
    /// The number of processes that were stopped gracefully, and the longest time that one took.
    var stops = 0
    var slowestStop = 0.0
    var points = 0
    /// Every nth point is tested, starting at this offset: see `FaultSample`.
    var every = 1
    var offset = 0
    var seconds = 0.0
    var violations: [String] = []

    /// Runs the scenario with a fault at every `step`th call that changes a file, `jobs` at a time.
    static func exhaustive(_ faults: [Fault], every step: Int, offset: Int, jobs: Int) async throws -> [Campaign] {
        let points = try pointsOfScenario()
        var campaigns: [Campaign] = []
        for fault in faults {
            let began = ContinuousClock.now
            var campaign = Campaign(campaign: fault.rawValue, points: points, every: step, offset: offset)
            // The number of calls varies a little between runs, so a few more points than counted are tested.
            try await withThrowingTaskGroup(of: (killed: Bool, wrong: [String]).self) { group in
                var waiting = Array(FaultSample.points(1...points + 5, every: step, offset: offset).reversed())
                for _ in 0..<jobs {
                    if let point = waiting.popLast() { group.addTask { try await die(by: fault, at: point) } }
                }
                while let (killed, wrong) = try await group.next() {
                    campaign.rounds += 1
                    campaign.kills += killed ? 1 : 0
                    campaign.violations += wrong
                    if let point = waiting.popLast() { group.addTask { try await die(by: fault, at: point) } }
                }
            }
            campaign.seconds = (ContinuousClock.now - began).inSeconds
            campaigns.append(campaign)
        }
        return campaigns
    }

    /// The number of calls in a run without faults.
    private static func pointsOfScenario() throws -> Int {
        let folder = try TemporaryFolder()
        let victim = try Victim(["scenario", folder.path, Fault.never.rawValue, "0"])
        let last = victim.promises().split(separator: "\n").last { $0.hasPrefix("points ") }
        guard let last, let points = Int(last.dropFirst("points ".count)) else { throw WentWrong() }
        return points
    }

    private static func die(by fault: Fault, at point: Int) async throws -> (killed: Bool, wrong: [String]) {
        let folder = try TemporaryFolder()
        let victim = try Victim(["scenario", folder.path, fault.rawValue, String(point)])
        let output = victim.promises()
        let killed = victim.process.terminationReason == .uncaughtSignal
        let wrong = await Inspection(folder: folder.path, output: output).violations()
        return (killed, wrong.map { "\(fault.rawValue) at \(point): \($0)" })
    }

    /// Runs many documents in `workers` processes; every few milliseconds one of them is killed, or paused for longer
    /// than its leases last, until there is nothing left to do.
    static func random(documents: Int, kills: Int, workers: Int, isolated: Bool) async throws -> Campaign {
        let began = ContinuousClock.now
        var campaign = Campaign(campaign: isolated ? "random, isolated" : "random")
        while campaign.kills < kills {
            campaign.rounds += 1
            let folder = try TemporaryFolder()
            let shop = try Workshop(folder: folder.path)
            var output = ""
            for number in 0..<documents {
                let memo = try await shop.memo("memo number \(number)")
                _ = try await shop.client.process(memo.id, in: .all)
                output += "begun \(memo.id)\n"
            }
            let work = ["work", folder.path] + (isolated ? ["--isolated"] : [])
            var victims = try (0..<workers).map { _ in try Victim(work) }
            var stages: Set<pid_t> = []
            while campaign.kills < kills {
                try await Task.sleep(for: .milliseconds(Int.random(in: 5...120)))
                let chosen = Int.random(in: 0..<workers)
                let children = victims[chosen].children
                stages.formUnion(children)
                if let child = children.randomElement(), Bool.random() {
                    Glibc.kill(child, [SIGKILL, SIGSEGV, SIGSTOP].randomElement() ?? SIGKILL)
                    campaign.stageKills += 1
                    if try await isIdle(shop) { break }
                    continue
                }
                switch Int.random(in: 0..<8) {
                case 0:
                    victims[chosen].pause()
                    try await Task.sleep(for: .milliseconds(500))
                    victims[chosen].wake()
                    campaign.pauses += 1
                    continue
                case 1:
                    try campaign.stop(victims[chosen])
                default:
                    victims[chosen].kill()
                    _ = victims[chosen].promises()
                    campaign.kills += 1
                }
                victims[chosen] = try Victim(work)
                if try await isIdle(shop) { break }
            }
            for victim in victims {
                victim.kill()
                _ = victim.promises()
            }
            let left = try await survivors(of: stages)
            if left > 0 { campaign.violations.append("\(left) stage processes outlived their worker") }
            try shop.store.close()
            campaign.violations += await Inspection(folder: folder.path, output: output).violations()
        }
        campaign.seconds = (ContinuousClock.now - began).inSeconds
        return campaign
    }

    /// The number of processes that still exist after a second: the system ends them with their worker, but not at the
    /// same instant.
    private static func survivors(of processes: Set<pid_t>) async throws -> Int {
        for _ in 0..<100 where processes.contains(where: Victim.isAlive) {
            try await Task.sleep(for: .milliseconds(10))
        }
        return processes.filter(Victim.isAlive).count
    }

    /// Sends the process a stop signal and waits for it; it must exit by itself within a short time.
    private mutating func stop(_ victim: Victim) throws {
        let began = ContinuousClock.now
        victim.terminate()
        _ = victim.promises()
        stops += 1
        slowestStop = max(slowestStop, (ContinuousClock.now - began).inSeconds)
        // A process that has not yet installed the signal handler is killed by the signal, but has no job yet.
        let process = victim.process
        if process.terminationReason == .exit && process.terminationStatus != 0 {
            violations.append("asked to stop, a worker ended with \(process.terminationStatus)")
        }
    }

    /// Fills what is ready, so that there is always work; returns true once everything is filled.
    private static func isIdle(_ shop: Workshop) async throws -> Bool {
        for document in try await shop.store.documents(DocumentQuery(in: .all, state: .ready, limit: 10)) {
            _ = try await shop.client.fill(document.id, in: .all, inputs: [Workshop.signature])
        }
        let states = try await shop.store.status(in: .all, at: SystemClock().now).documents
        return Set(states.keys) == [.filled]
    }
}
