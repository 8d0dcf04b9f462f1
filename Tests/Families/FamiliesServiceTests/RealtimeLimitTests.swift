import Foundation
import HTTPService
import RowQuery
import ListeningTestSupport
import FamiliesSQL
import FamiliesService
import Testing

@Suite("The limits of those who listen", .timeLimit(.minutes(30)))
struct RealtimeLimitTests {
    @Test("a client has a bounded number of channels, a user of clients")
    func bounds() async throws {
        var limits = RealtimeLimits()
        (limits.channels, limits.clientsOfUser) = (2, 1)
        try await ListeningService.run(limits: limits) { service in
            let first = try await service.open("key")
            for (topic, answer) in [("a", "ok"), ("b", "ok"), ("c", "ChannelRateLimitReached")] {
                try await first.send(ListeningService.join("[]", topic: "realtime:\(topic)", token: "ada"))
                #expect(await first.text().contains(answer))
            }
            let second = try await service.open("key")
            try await second.send(ListeningService.join("[]", token: "ada"))
            #expect(await second.text().contains("ConnectionRateLimitReached"))
            try await second.send(ListeningService.join("[]", token: "ben"))
            #expect(await second.text().contains(#""status":"ok""#))
        }
    }

    @Test("clients that nobody has signed in on leave room for others; beyond the limit none are served")
    func clients() async throws {
        var limits = RealtimeLimits()
        (limits.clients, limits.clientsWithoutUser) = (2, 1)
        try await ListeningService.run(limits: limits) { service in
            let nobody = try await service.listen("key")
            let another = try await service.open("key")
            #expect(await another.next() == .close(1013))
            let ada = try await service.listen("ada")
            let ben = try await service.open("ben")
            #expect(await ben.next() == .close(1013))
            // Who leaves makes room.
            ada.disconnect()
            var words: [SocketClient.Word] = []
            while words.last != .text("in") {
                let next = try await service.open("ben")
                try await next.send(ListeningService.join("[]"))
                if case .text = await next.next() { words.append(.text("in")) }
            }
            nobody.disconnect()
        }
    }

    @Test("a slow client is dropped, and the others get everything")
    func slow() async throws {
        try await ListeningService.run { service in
            let slow = try await service.listen("ada", receiveBuffer: 4_096)
            let quick = try await service.listen("ben")
            try await slow.stopReading()
            let text = String(repeating: "👩‍👩‍👧", count: 500)
            let count = 1_500
            // A client that reads is never far behind, however busy the machine is.
            for _ in 0..<count / 50 {
                try await service.write(by: ListeningService.ada) { rows, context, db in
                    let comment: JSONValue = .object([
                        "artwork_id": .text(ListeningService.sun), "text": .text(text),
                    ])
                    _ = try rows.insert(
                        into: "artwork_comments", .list(Array(repeating: comment, count: 50)), in: context, db)
                }
                for _ in 0..<50 { #expect(try await quick.change().payload.data.record?.text == text) }
            }
            // A new client of the same user is served, and the slow one is gone without a close frame.
            _ = try await service.listen("ada")
            try await slow.startReading()
            var last = await slow.next()
            var received = 0
            while case .text = last {
                received += 1
                last = await slow.next()
            }
            #expect(last == .end && received < count)
        }
    }

    @Test("a client that says nothing for too long is told to go")
    func idle() async throws {
        var limits = RealtimeLimits()
        limits.connection.idleTimeout = .milliseconds(300)
        try await ListeningService.run(limits: limits) { service in
            let client = try await service.open("key")
            #expect(await client.next() == .close(1000))
        }
    }

    @Test("when the service stops, clients are told and the connections end")
    func stop() async throws {
        let (clients, continuation) = AsyncStream.makeStream(of: SocketClient.self)
        try await ListeningService.run { service in
            for _ in 0..<20 { continuation.yield(try await service.listen("ada")) }
            continuation.finish()
        }
        for await client in clients { #expect(await client.next() == .close(1001)) }
    }
}
