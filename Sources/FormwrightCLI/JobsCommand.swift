import FailureModel
public import ArgumentParser
import FormModel
import Formwright
import Foundation
public import Pipeline

struct JobsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "jobs",
        abstract: "Looks at the queue, and retries, cancels and clears away work.",
        discussion: """
            A job is one stage of one document. Retrying and cancelling concern the job's document.

            EXAMPLES
              formwright jobs list --state dead
              formwright jobs show 42
              formwright jobs retry 42
              formwright jobs retry --all-failed
              formwright jobs purge --older-than 7
            """,
        subcommands: [List.self, Show.self, Retry.self, Cancel.self, Purge.self])

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Lists jobs, the newest first.")
        @Option(help: "Only those that are available, scheduled, following, running, done, cancelled or dead.")
        var state: JobState?
        @Option(help: "Only those of this stage.") var stage: String?
        @Option(help: "Only those of this document.") var document: String?
        @OptionGroup var owners: OwnerArguments
        @OptionGroup var paging: PageArguments
        @Flag(help: "As JSON.") var json = false
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
            page.tellOfMore()
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Shows a job and what happened to it.")
        @Argument(help: "The job's number.") var job: Int64
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
            var table = TextTable(["TIME", "WHAT", "ATTEMPT", "MS", "CODE"])
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
            abstract: "Lets failed documents go on at the stage that failed, with all attempts anew.")
        @Argument(help: "Numbers of jobs that failed.") var jobs: [Int64] = []
        @Flag(help: "Every document that failed.") var allFailed = false
        @OptionGroup var system: SystemArguments

        func validate() throws {
            guard allFailed || !jobs.isEmpty else { throw ValidationError("Give numbers of jobs, or --all-failed.") }
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
            abstract: "Calls work off; the documents are failed then, and can be retried.")
        @Argument(help: "Numbers of jobs.") var jobs: [Int64]
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
            abstract: "Forgets jobs that ended long ago, with their history, and bytes that nobody needs.")
        @Option(help: "So many days ago.") var olderThan = 7.0
        @OptionGroup var system: SystemArguments

        func run() async throws {
            let local = try system.open()
            let jobs = try await local.client.purge(olderThan: .seconds(olderThan * 86_400))
            let files = try await local.client.collectGarbage()
            StandardOutput.print("\(jobs) jobs and \(files) files are gone.")
        }
    }
}

extension JobState: ExpressibleByArgument {}
