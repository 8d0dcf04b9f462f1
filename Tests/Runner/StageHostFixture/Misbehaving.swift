import PipelineTestSupport
import FailureModel
import Foundation
import Pipeline

/// A stage that does to its process what the document's fact `act` says.
struct Misbehaving: Stage {
    let name: StageName = "act"
    let fingerprint: String?

    func run(_ context: StageContext) async throws -> StageOutcome {
        let failure = Failure("as_told", "As told.")
        switch context.document.facts["act"] {
        case "reply":
            return .replied(Data((context.request ?? Data()).reversed()))
        case "done":
            let text = "\(context.document.fileName) \(context.job.attempt) \(context.published.count)"
            let artefact = try context.put(Data(text.utf8), named: "act.txt", mediaType: "text/plain")
            return .done(
                [artefact],
                facts: [
                    "pid": "\(getpid())", "temporary": FileManager.default.temporaryDirectory.path,
                    "nice": "\(getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0))",
                ])
        case "retry": return .retry(failure, after: .milliseconds(1500))
        case "snooze": return .snooze(.seconds(60))
        case "cancel": return .cancel(failure)
        case "fail": return .fail(failure)
        case "throw-final": throw Told(failure: failure, isTransient: false)
        case "throw-transient": throw Told(failure: failure, isTransient: true)
        case "throw-untyped": throw Secret(value: "Jane Doe, 1970-01-01")
        case "ask-for-nothing": return .done([], facts: ["bytes": "\(try context.bytes(of: "nothing").count)"])
        case "die": Ways.die(context.document.facts["by"] ?? "")
        case "stop": raise(SIGSTOP)
        case "work": Ways.work(for: .milliseconds(200))
        case "work-in-parts":
            for _ in 0..<4 {
                Ways.work(for: .milliseconds(200))
                context.reportProgress()
            }
        case "count":
            context.reportProgress(completed: 3, total: 12, unit: "page")
            // Until the test has seen it.
            while try !context.artefacts.contains(ContentID(of: Data("seen".utf8))) { usleep(2000) }
        case "loop": Ways.loop(threads: 1)
        case "loop-on-threads": Ways.loop(threads: 3)
        case "sleep":
            // For a test that waits until the stage has started.
            _ = try context.put(Data("asleep".utf8), named: "asleep", mediaType: "text/plain")
            sleep(1000)
        case "doze":
            _ = try context.put(Data("asleep".utf8), named: "asleep", mediaType: "text/plain")
            // Until the test calls.
            while try !context.artefacts.contains(ContentID(of: Data("wake up".utf8))) { usleep(2000) }
        case "nap": while true { usleep(2000) }
        case "deadlock": Ways.deadlock()
        case "write-file": try Ways.writeFile(ofMebibytes: 16)
        case "put-bytes":
            return .done([
                try context.put(Data(count: 16 << 20), named: "large", mediaType: "application/octet-stream")
            ])
        case "eat": Ways.eat(mebibytes: 4096)
        case "swallow": Ways.swallow(mebibytes: 4096)
        case "hold": Ways.hold(mebibytes: 64)
        case "leak": Ways.open(files: 200)
        case "exhaust":
            Ways.open(files: .max)
            // As a library reports a file that it cannot open.
            throw Told(failure: failure, isTransient: false)
        case "exhaust-and-fail":
            Ways.open(files: .max)
            return .fail(failure)
        case "chatter": Ways.chatter()
        case "nonsense": Ways.sendNonsense()
        case "litter":
            let file = FileManager.default.temporaryDirectory.appending(path: "litter")
            try Data("left behind".utf8).write(to: file)
            Ways.die("SIGKILL")
        default: break
        }
        return .done()
    }
}

struct Told: StageError {
    let failure: Failure
    let isTransient: Bool
}

struct Secret: Error {
    let value: String
}
