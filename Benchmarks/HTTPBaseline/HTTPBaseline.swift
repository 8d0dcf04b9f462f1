import ArgumentParser
import Foundation
import Hummingbird
import Logging

/// The minimum work of a Hummingbird service: routes that send constant bodies.
///
/// It is the baseline for comparison.
@main struct HTTPBaseline: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "http-baseline",
        abstract:
            "Serve /hello, and /body with a body of a given size; or with a store, /api/body and /project/body for its users."
    )

    @Option(help: "TCP port; 0 for any free one.")
    var port = 0

    @Option(help: "Size of the constant body in bytes.")
    var size = 64 << 10

    @Option(help: "Folder of a store of formwright, whose users and tokens the service then checks.")
    var store: String?

    func run() async throws {
        let body = ByteBuffer(repeating: UInt8(ascii: "a"), count: size)
        var logger = Logger(label: "http-baseline")
        logger.logLevel = .error
        if let store { return try await ConstantBody.serve(body, port: port, store: store, logger: logger) }
        let router = Router()
        router.get("hello") { _, _ in "hello" }
        router.get("body") { _, _ in
            Response(status: .ok, headers: [.contentType: "application/json"], body: ResponseBody(byteBuffer: body))
        }
        try await Application(
            router: router, configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)),
            onServerRunning: { channel in
                print("port \(channel.localAddress?.port ?? 0)")
                fflush(nil)
            }, logger: logger
        ).run()
    }
}
