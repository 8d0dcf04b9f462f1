import ArgumentParser
import Foundation
import LocalStore
import Webhooks

struct WebhooksCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "webhooks",
        abstract: "List, test and repair messages to other servers and mailboxes.",
        discussion: """
            A service or watcher sends messages to the receivers in the settings file when a document is ready, filled \
            or failed; see docs/serve/webhooks.md.

            EXAMPLES
              formwright webhooks list
              formwright webhooks test office
              formwright webhooks retry 6F1C2A0E-0B0A-4E6F-9D57-3B1D5B3C5E11
            """,
        subcommands: [List.self, Retry.self, Test.self])

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List receivers, and messages that they have not taken.",
            discussion: """
                EXAMPLES
                  formwright webhooks list
                """)
        @OptionGroup var system: SystemArguments

        func run() async throws {
            let webhooks = Webhooks(try system.open())
            let states = try await webhooks.queue.states()
            var table = TextTable(["RECEIVER", "ADDRESS", "EVENTS", "LAST SUCCESS", "WAITING", "FAILED"])
            for receiver in webhooks.receivers {
                let state = states[receiver.name] ?? WebhookQueue.State()
                let events = WebhookEvent.allCases.filter { receiver.events.contains($0) }.map(\.rawValue)
                table.add([
                    receiver.name, receiver.target, events.joined(separator: ","), state.deliveredAt?.text ?? "never",
                    "\(state.pending)", "\(state.failed)",
                ])
            }
            StandardOutput.print(table)
            let failures = try await webhooks.queue.failures()
            if failures.isEmpty { return }
            var failed = TextTable(["MESSAGE", "RECEIVER", "EVENT", "DOCUMENT", "TRIES", "NEXT TRY", "REASON"])
            for failure in failures {
                let delivery = failure.delivery
                failed.add([
                    delivery.id, delivery.receiver, delivery.event, delivery.document ?? "", "\(delivery.attempts)",
                    failure.nextAt?.text ?? "none", failure.reason,
                ])
            }
            StandardOutput.print("")
            StandardOutput.print(failed)
        }
    }

    struct Retry: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "retry",
            abstract: "Send messages now that a receiver has not taken.",
            discussion: """
                EXAMPLES
                  formwright webhooks retry 6F1C2A0E-0B0A-4E6F-9D57-3B1D5B3C5E11
                """)
        @Argument(help: "Ids of the messages, as webhooks list shows them.") var messages: [String]
        @OptionGroup var system: SystemArguments

        func run() async throws {
            let webhooks = Webhooks(try system.open())
            for id in messages {
                try await webhooks.queue.retry(id, at: webhooks.now)
                StandardOutput.print("\(id)  due")
            }
        }
    }

    struct Test: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "test",
            abstract: "Send a receiver a message without a document.",
            discussion: """
                EXAMPLES
                  formwright webhooks test office
                """)
        @Argument(help: "Name of the receiver; mail for that of the section mail.") var receiver: String
        @OptionGroup var system: SystemArguments

        func run() async throws {
            try await Webhooks(try system.open()).test(receiver)
            StandardOutput.print("\(receiver)  has taken the message")
        }
    }
}
