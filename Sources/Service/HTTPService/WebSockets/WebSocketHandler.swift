import NIOCore
import NIOWebSocket

/// Implements the WebSocket protocol on one connection: messages, pings, closing and limits.
///
/// It sits next to the frame decoder, before the former HTTP handlers, and passes nothing from the client on.
final class WebSocketHandler: ChannelDuplexHandler {
    typealias InboundIn = WebSocketFrame
    typealias InboundOut = Never
    typealias OutboundIn = Never
    typealias OutboundOut = WebSocketFrame

    private enum State {
        case open
        /// A close frame was sent; only the client's own close frame still counts.
        case closing
        case closed
    }

    private let limits: WebSocketLimits
    private let conversation: WebSocketConversation
    private var messages: WebSocketMessages
    private var state = State.open
    private var context: ChannelHandlerContext?
    private var connection: WebSocketConnection?
    private var task: Task<Void, Never>?
    /// Unread messages, oldest first.
    private var inbox: ArraySlice<String> = []
    private var reader: CheckedContinuation<String?, Never>?
    private var isReadHeld = false
    private var lastHeard = ContinuousClock.now
    private var timer: Scheduled<Void>?

    init(_ limits: WebSocketLimits, _ conversation: @escaping WebSocketConversation) {
        self.limits = limits
        self.conversation = conversation
        messages = WebSocketMessages(limits)
    }

    // MARK: Connection

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        let connection = WebSocketConnection(self, on: context.eventLoop, limits)
        self.connection = connection
        scheduleIdleCheck(context)
        task = Task { [conversation] in
            await conversation(connection)
            connection.close(.normal)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        end()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        end()
    }

    private func end() {
        state = .closed
        timer?.cancel()
        timer = nil
        endInbox()
        task?.cancel()
        task = nil
        context = nil
        connection = nil
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case is ChannelShouldQuiesceEvent: close(.goingAway)
        case ChannelEvent.inputClosed: context.close(promise: nil)
        default: break
        }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch error {
        case NIOWebSocketError.invalidFrameLength: close(.messageTooLarge)
        case is NIOWebSocketError: close(.protocolError)
        default: context.close(promise: nil)
        }
    }

    private func scheduleIdleCheck(_ context: ChannelHandlerContext) {
        let rest = max(limits.idleTimeout - (.now - lastHeard), .milliseconds(10))
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: .init(rest)) { [weak self] in
            guard let self, let context = self.context else { return }
            if ContinuousClock.now - lastHeard >= limits.idleTimeout {
                close(.normal)
            } else {
                scheduleIdleCheck(context)
            }
        }
    }

    // MARK: Incoming frames

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard state != .closed else { return }
        lastHeard = .now
        do {
            guard let signal = try messages.receive(unwrapInboundIn(data)) else { return }
            switch (signal, state) {
            case (.close(let code), .open): answerClose(code, context)
            case (.close, _): context.close(promise: nil)
            case (.text(let text), .open): take(text)
            case (.ping(let bytes), .open): answerPing(bytes, context)
            default: break
            }
        } catch {
            close(error.code)
        }
    }

    private func take(_ text: String) {
        if let reader {
            self.reader = nil
            reader.resume(returning: text)
        } else {
            inbox.append(text)
        }
    }

    func read(context: ChannelHandlerContext) {
        guard state != .open || inbox.count < limits.waitingMessages else {
            isReadHeld = true
            return
        }
        context.read()
    }

    /// Resumes with the next message once there is one; nil after the last.
    func next(_ continuation: CheckedContinuation<String?, Never>) {
        guard state == .open else { return continuation.resume(returning: nil) }
        guard let text = inbox.popFirst() else {
            reader = continuation
            return
        }
        continuation.resume(returning: text)
        if isReadHeld, inbox.count < limits.waitingMessages { resumeReading() }
    }

    private func resumeReading() {
        isReadHeld = false
        context?.read()
    }

    private func endInbox() {
        inbox = []
        reader?.resume(returning: nil)
        reader = nil
        if isReadHeld { resumeReading() }
    }

    // MARK: Outgoing frames

    /// Sends messages, and stops counting their bytes once the system has accepted them.
    func send(_ texts: [String], _ size: Int) {
        guard state == .open, let context, let connection, let last = texts.last else {
            connection?.end(size)
            return
        }
        for text in texts.dropLast() { context.write(frame(.text, ByteBuffer(string: text)), promise: nil) }
        context.writeAndFlush(frame(.text, ByteBuffer(string: last))).whenComplete { _ in connection.end(size) }
    }

    private func answerPing(_ bytes: ByteBuffer, _ context: ChannelHandlerContext) {
        // A client that sends pings and reads no pongs is as slow as one that reads no messages.
        let size = bytes.readableBytes + 128
        guard let connection, connection.begin(size) else { return }
        context.writeAndFlush(frame(.pong, bytes)).whenComplete { _ in connection.end(size) }
    }

    /// Sends a close frame, and closes the connection on the client's reply or a timeout.
    func close(_ code: WebSocketCloseCode) {
        guard state == .open, let context else { return }
        state = .closing
        endInbox()
        context.writeAndFlush(frame(.connectionClose, ByteBuffer(integer: code.rawValue)), promise: nil)
        timer?.cancel()
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: .init(limits.closeTimeout)) { [weak self] in
            self?.context?.close(promise: nil)
        }
    }

    private func answerClose(_ code: UInt16?, _ context: ChannelHandlerContext) {
        state = .closing
        endInbox()
        let bytes = code.map { ByteBuffer(integer: $0) } ?? ByteBuffer()
        context.writeAndFlush(frame(.connectionClose, bytes)).assumeIsolated().whenComplete { [weak self] _ in
            self?.context?.close(promise: nil)
        }
    }

    /// Disconnects an unresponsive client, without a close frame.
    func drop() {
        context?.close(promise: nil)
    }

    private func frame(_ opcode: WebSocketOpcode, _ bytes: ByteBuffer) -> NIOAny {
        wrapOutboundOut(WebSocketFrame(fin: true, opcode: opcode, data: bytes))
    }
}
