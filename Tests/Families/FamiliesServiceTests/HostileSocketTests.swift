import Foundation
import HTTPService
import ListeningTestSupport
import FamiliesService
import TestSupport
import Testing

@Suite("Hostile WebSocket clients", .timeLimit(.minutes(30)))
struct HostileSocketTests {
    private static let longText = [UInt8](repeating: 0x61, count: 70_000)
    private static let endless: [UInt8] = (0..<100).flatMap { number in
        SocketClient.frame(number == 0 ? 1 : 0, [0x61], isLast: false)
    }
    /// Bytes, and the code that they close the connection with.
    private static let broken: [([UInt8], UInt16)] = [
        (SocketClient.frame(1, [0x61], isMasked: false), 1002), (SocketClient.frame(1, [0x61], reserved: 4), 1002),
        (SocketClient.frame(3, []), 1002), (SocketClient.frame(0, [0x61]), 1002),
        (SocketClient.frame(9, [], isLast: false), 1002),
        (SocketClient.frame(9, [UInt8](repeating: 0, count: 126)), 1002), (SocketClient.frame(8, [3]), 1002),
        (SocketClient.frame(1, [0x61], isLast: false) + SocketClient.frame(1, [0x61]), 1002),
        (SocketClient.frame(1, [0xFF]), 1007), (SocketClient.frame(2, [0x61]), 1003),
        (SocketClient.frame(1, longText), 1009), (endless, 1009),
        // A length beyond what a machine has, of which no byte follows.
        ([0x81, 0xFF] + [UInt8](repeating: 0xFF, count: 12), 1009),
    ]

    /// Limits under which a client has little time to answer a close frame.
    private static var limits: RealtimeLimits {
        var limits = RealtimeLimits()
        limits.connection.closeTimeout = .milliseconds(50)
        return limits
    }

    @Test("frames that break the protocol close the connection with their code")
    func frames() async throws {
        try await ListeningService.run(limits: Self.limits) { service in
            for (bytes, code) in Self.broken {
                let client = try await service.open("key")
                try await client.send(bytes)
                #expect(await client.next() == .close(code), "\(bytes.prefix(20))")
                #expect(await client.next() == .end)
            }
        }
    }

    @Test("texts that are no messages close the connection with 1008")
    func messages() async throws {
        try await ListeningService.run { service in
            for text in ["", "{}", "[1]", "nonsense", String(repeating: "[", count: 60_000)] {
                let client = try await service.open("key", .arrays)
                try await client.send(text)
                #expect(await client.next() == .close(1008))
            }
        }
    }

    @Test("a close frame is answered with its code, and the connection ends")
    func closing() async throws {
        try await ListeningService.run { service in
            for (payload, code) in [([UInt8](), UInt16(0)), ([0x03, 0xE9], 1001), ([0x0F, 0xA0, 0x68], 4000)] {
                let client = try await service.open("key")
                try await client.send(SocketClient.frame(8, payload))
                #expect(await client.next() == .close(code))
                #expect(await client.next() == .end)
            }
        }
    }

    @Test("bytes right behind the request are not taken for frames")
    func early() async throws {
        try await ListeningService.run { service in
            let request = SocketClient.request(ListeningService.path("key"))
            let client = try await SocketClient(
                port: service.port, request + "GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            guard case .head(let head) = await client.next() else { throw URLError(.badServerResponse) }
            #expect(head.hasPrefix("HTTP/1.1 101 "))
            try await client.send(#"{"topic":"phoenix","event":"heartbeat","payload":{},"ref":"5"}"#)
            #expect(await client.text().contains("phx_reply"))
        }
    }

    @Test("connections beyond the limit are refused, and closed WebSockets make room")
    func connections() async throws {
        var settings = ServiceSettings(port: 0)
        settings.connections = 2
        try await ListeningService.run(settings: settings) { service in
            let first = try await service.open("key")
            _ = try await service.open("key")
            let third = try await SocketClient(port: service.port, SocketClient.request(ListeningService.path("key")))
            guard case .head(let head) = await third.next() else { throw URLError(.badServerResponse) }
            #expect(head.hasPrefix("HTTP/1.1 503 "))
            first.disconnect()
            while (try? await service.open("key")) == nil {}
        }
    }

    @Test("random bytes end the connection, and the service goes on")
    func fuzz() async throws {
        let seed = UInt64.random(in: .min ... .max)
        let codes: Set<UInt16> = [0, 1002, 1003, 1007, 1008, 1009]
        try await ListeningService.run(limits: Self.limits) { service in
            var random = SeededGenerator(seed: seed)
            for _ in 0..<200 {
                let client = try await service.open("key", .arrays)
                for _ in 0..<Int.random(in: 1..<10, using: &random) {
                    let opcode = UInt8([0, 1, 1, 1, 2, 9, 10, 3].randomElement(using: &random) ?? 1)
                    let payload = (0..<Int.random(in: 0..<300, using: &random)).map { _ in
                        UInt8.random(in: 0...255, using: &random)
                    }
                    var bytes = SocketClient.frame(opcode, payload, isLast: Int.random(in: 0..<4, using: &random) > 0)
                    if Int.random(in: 0..<2, using: &random) == 0 {
                        bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
                    }
                    try? await client.send(bytes)
                }
                // Whatever came of it, this ends the connection: a frame that breaks the protocol, or the rest of one.
                try? await client.send(
                    SocketClient.frame(3, []) + [UInt8](repeating: 0xFF, count: 70_000))
                var word = await client.next()
                while case .pong = word { word = await client.next() }
                if case .close(let code) = word {
                    #expect(codes.contains(code), "seed \(seed)")
                } else {
                    #expect(word == .end, "seed \(seed)")
                }
            }
            let client = try await service.listen("ada")
            let id = try await service.comment("Still here")
            #expect(try await client.change().payload.data.record?.id == id)
        }
    }
}
