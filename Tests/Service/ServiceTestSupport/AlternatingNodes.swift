import HTTPService
import Hummingbird
import ServiceLifecycle
import Synchronization

/// The nodes of a service behind one address, as behind a proxy that gives each request to the next node.
final class AlternatingNodes: Service {
    private let nodes: [HTTPService]
    private let listener: HTTPListener
    private let onListening: @Sendable (_ port: Int) -> Void
    private let turn = Atomic(0)

    /// Puts nodes behind a listener.
    init(_ nodes: [HTTPService], behind listener: HTTPListener, onListening: @escaping @Sendable (Int) -> Void) {
        self.nodes = nodes
        self.listener = listener
        self.onListening = onListening
    }

    func run() async throws {
        let responder = CallbackResponder<ServiceContext> { [self] request, context in
            let node = nodes[turn.wrappingAdd(1, ordering: .relaxed).oldValue % nodes.count]
            return try await node.responder.respond(to: request, context: context)
        }
        try await withGracefulShutdownHandler {
            try await listener.run(responder, with: nodes.flatMap(\.services)) { [self] port in
                for node in nodes { node.listens(on: port) }
                onListening(port)
            }
        } onGracefulShutdown: { [nodes] in
            for node in nodes { node.endStreams() }
        }
    }
}
