import LibSSL
import NIOCore

/// Encrypts a connection of the server.
///
/// A client that does not finish the handshake, or breaks the protocol, loses its connection.
final class TLSHandler: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// The maximum number of bytes of the application in a record (RFC 8446, section 5.1).
    private static let recordSize = 1 << 14

    private let session: TLSServerSession
    private var state = State.open
    /// What is written before the handshake is over.
    private var waiting: [(bytes: ByteBuffer, promise: EventLoopPromise<Void>?)] = []

    private enum State {
        case open
        /// The client will send nothing more.
        case inputEnded
        case closed
    }

    init(_ context: TLSServerContext) {
        session = TLSServerSession(context)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard state == .open else { return }
        unwrapInboundIn(data).withUnsafeReadableBytes(session.receive)
        do {
            try read(context)
            sendOutput(context, promise: nil)
            context.flush()
            if session.isEstablished { writeWaiting(context) }
        } catch {
            // The reason for the client.
            sendOutput(context, promise: nil)
            context.flush()
            fail(context)
        }
    }

    /// Passes on what the received bytes contain.
    private func read(_ context: ChannelHandlerContext) throws(TLSError) {
        while state == .open {
            var plain = context.channel.allocator.buffer(capacity: Self.recordSize)
            var reading = Result<TLSServerSession.Reading, TLSError>.success(.needsMore)
            plain.writeWithUnsafeMutableBytes(minimumWritableBytes: Self.recordSize) { space in
                reading = Result { () throws(TLSError) in try session.read(into: space) }
                if case .success(.bytes(let count)) = reading { return count }
                return 0
            }
            switch try reading.get() {
            case .bytes: context.fireChannelRead(wrapInboundOut(plain))
            case .needsMore: return
            case .ended:
                state = .inputEnded
                context.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
            }
        }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard state != .closed else {
            promise?.fail(ChannelError.ioOnClosedChannel)
            return
        }
        let bytes = unwrapOutboundIn(data)
        guard session.isEstablished else {
            waiting.append((bytes, promise))
            return
        }
        encrypt(bytes, context, promise)
    }

    private func encrypt(_ bytes: ByteBuffer, _ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?) {
        do {
            try bytes.withUnsafeReadableBytes { bytes throws(TLSError) in try session.write(bytes) }
            sendOutput(context, promise: promise)
        } catch {
            promise?.fail(ChannelError.ioOnClosedChannel)
            fail(context)
        }
    }

    private func writeWaiting(_ context: ChannelHandlerContext) {
        guard !waiting.isEmpty else { return }
        let writes = waiting
        waiting = []
        for write in writes { encrypt(write.bytes, context, write.promise) }
        context.flush()
    }

    /// Writes what the session has to send.
    private func sendOutput(_ context: ChannelHandlerContext, promise: EventLoopPromise<Void>?) {
        let count = session.outputCount
        guard count > 0 || promise != nil else { return }
        var bytes = context.channel.allocator.buffer(capacity: count)
        if count > 0 { bytes.writeWithUnsafeMutableBytes(minimumWritableBytes: count, session.takeOutput) }
        context.write(wrapOutboundOut(bytes), promise: promise)
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        if mode != .input, state != .closed, session.isEstablished {
            session.close()
            sendOutput(context, promise: nil)
            context.flush()
        }
        if mode == .all { finish() }
        context.close(mode: mode, promise: promise)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case ChannelEvent.inputClosed? = event as? ChannelEvent {
            guard state == .open else { return }
            state = .inputEnded
        }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        finish()
        context.fireChannelInactive()
    }

    private func fail(_ context: ChannelHandlerContext) {
        guard state != .closed else { return }
        finish()
        context.close(promise: nil)
    }

    private func finish() {
        state = .closed
        for write in waiting { write.promise?.fail(ChannelError.ioOnClosedChannel) }
        waiting = []
    }
}
