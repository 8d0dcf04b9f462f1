import LocalStore
import FailureModel
public import ArgumentParser
import Foundation
public import Pipeline

struct JobsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "jobs",
        abstract: "List, inspect, retry, cancel and purge jobs.",
        discussion: """
            A job is one stage of one document. Retrying or cancelling a job applies to its document.

            EXAMPLES
              formwright jobs list --state dead
              formwright jobs show 42
              formwright jobs retry 42
              formwright jobs retry --all-failed
              formwright jobs purge --older-than 7
            """,
        subcommands: [List.self, Show.self, Retry.self, Cancel.self, Purge.self])

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List jobs, newest first.",
            discussion: """
                EXAMPLES
                  formwright jobs list --state running
                  formwright jobs list --document 3F2A --json
                """)
        @Option(help: "Only jobs in this state.")
        var state: JobState?
        @Option(help: "Only jobs of this stage.") var stage: String?
        @Option(help: "Only jobs of the document with this id, or the beginning of one.") var document: String?
        @OptionGroup var owners: OwnerArguments
        @OptionGroup var paging: PageArguments
        @Flag(help: "Print JSON.") var json = false
        @OptionGroup var system: SystemArguments

        func run() async throws {
            let local = try system.open()
            var query = JobQuery(
                in: owners.scope, state: state, stage: stage.map { StageName($0) },
                before: paging.before.map { JobID($0) }, limit: paging.limit)
            if let document { query.document = try await local.client.document(idBeginning: document, in: .all).id }
            let jobs = try await local.store.jobs(query)
            let page = ListPage(
                jobs, of: try await local.store.count(query), limit: paging.limit, next: jobs.last?.id.number)
            if json { return try page.printJSON(as: "jobs") }
            var table = TextTable(["JOB", "DOCUMENT", "STAGE", "STATE", "ATTEMPT", "SINCE", "FAILURE"])
            for job in jobs {
                table.add([
                    "\(job.id)", job.document.short, job.stage.text, job.state.rawValue,
                    "\(job.attempt)/\(job.attemptLimit)", (job.finishedAt ?? job.startedAt ?? job.createdAt).text,
                    job.failure?.code.rawValue ?? "",
                ])
            }
            StandardOutput.print(table)
            page.printContinuation()
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Show a job and its history.",
            discussion: """
                EXAMPLES
                  formwright jobs show 42
                """)
        @Argument(help: "Job number.") var job: Int64
        @OptionGroup var system: SystemArguments

        func run() async throws {
            let local = try system.open()
            let job = try await local.client.job(JobID(job), in: .all)
            StandardOutput.print("job       \(job.id)")
            StandardOutput.print("document  \(job.document)")
            StandardOutput.print("stage     \(job.stage)\(job.fill > 0 ? ", fill \(job.fill)" : "")")
            StandardOutput.print("state     \(job.state.rawValue), attempt \(job.attempt) of \(job.attemptLimit)")
            if let worker = job.worker { StandardOutput.print("worker    \(worker)") }
            if let progress = job.progress { StandardOutput.print("progress  \(progress)") }
            if let failure = job.failure { StandardOutput.print("failure   \(failure.code): \(failure.message)") }
            var table = TextTable(["TIME", "EVENT", "ATTEMPT", "MS", "CODE"])
            for event in try await local.store.events(of: job.document, in: .all)
            where event.job == job.id && event.progress == nil {
                table.add([
                    event.at.text, event.cause.rawValue, event.attempt.map { "\($0)" } ?? "",
                    event.duration.map { "\($0.wholeMilliseconds)" } ?? "", event.code ?? "",
                ])
            }
            StandardOutput.print("")
            StandardOutput.print(table)
        }
    }

    struct Retry: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "retry",
            abstract: "Retry failed documents from the stage that failed, with a fresh count of attempts.",
            discussion: """
                EXAMPLES
                  formwright jobs retry 42 57
                  formwright jobs retry --all-failed
                """)
        @Argument(help: "Numbers of failed jobs.") var jobs: [Int64] = []
        @Flag(help: "Retry every failed document.") var allFailed = false
        @OptionGroup var system: SystemArguments

        func validate() throws {
            guard allFailed || !jobs.isEmpty else { throw ValidationError("Give job numbers or --all-failed.") }
        }

        func run() async throws {
            let local = try system.open()
            var documents: [DocumentID] = []
            for number in jobs { documents.append(try await local.client.job(JobID(number), in: .all).document) }
            if allFailed {
                let failed = DocumentQuery(in: .all, state: .failed, limit: .max)
                documents += try await local.store.documents(failed).map(\.id)
            }
            for document in documents {
                let document = try await local.client.retry(document, in: .all)
                StandardOutput.print("\(document.id)  \(document.state.rawValue)")
            }
        }
    }

    struct Cancel: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "cancel",
            abstract: "Cancel jobs; their documents then count as failed and can be retried.",
            discussion: """
                EXAMPLES
                  formwright jobs cancel 42 57
                """)
        @Argument(help: "Job numbers.") var jobs: [Int64]
        @OptionGroup var system: SystemArguments

        func run() async throws {
            let local = try system.open()
            for number in jobs {
                let job = try await local.client.job(JobID(number), in: .all)
                let document = try await local.client.cancel(job.document, in: .all)
                StandardOutput.print("\(document.id)  \(document.state.rawValue)")
            }
        }
    }

    struct Purge: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "purge",
            abstract: "Delete old jobs with their history, and stored bytes that are no longer needed.",
            discussion: """
                EXAMPLES
                  formwright jobs purge
                  formwright jobs purge --older-than 30
                """)
        @Option(help: "Only jobs that finished more than this many days ago.") var olderThan = 7.0
        @OptionGroup var system: SystemArguments

        func run() async throws {
            let local = try system.open()
            let jobs = try await local.client.purge(olderThan: .seconds(olderThan * 86_400))
            let files = try await local.client.collectGarbage()
            StandardOutput.print("Jobs deleted: \(jobs). Files deleted: \(files).")
        }
    }
}

extension JobState: ExpressibleByArgument {}
