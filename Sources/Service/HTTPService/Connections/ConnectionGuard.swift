package import FailureModel
import Foundation
import HTTPTypes
package import NIOCore
import NIOHTTP1
package import NIOHTTPTypes

/// Protects a connection from clients that are slow, malformed or too many.
///
/// The handler sits between the parser and the request handlers. It answers 408 to a request that does not arrive in
/// time, 400 or 431 to one that the parser rejects, and 503 to one beyond the limit of connections, then closes the
/// connection. A client that does not read its response is disconnected.
package final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    package typealias InboundIn = HTTPRequestPart
    package typealias InboundOut = HTTPRequestPart
    package typealias OutboundIn = HTTPResponsePart
    package typealias OutboundOut = HTTPResponsePart

    /// Settings shared by the guards of all connections.
    package struct Settings: Sendable {
        let count: ConnectionCount
        let table: ErrorTable
        let pace: ServiceSettings.Pace
        /// How long a client may read nothing of a response.
        let idleTimeout: Duration

        package init(count: ConnectionCount, table: ErrorTable, pace: ServiceSettings.Pace, idleTimeout: Duration) {
            self.count = count
            self.table = table
            self.pace = pace
            self.idleTimeout = idleTimeout
        }
    }

    /// The part of a request that the client must send next.
    private enum Phase {
        case head, body, nothing
    }

    private let settings: Settings
    private var place: ConnectionCount.Place?
    private var isCounted = false
    private var phase = Phase.head
    private var pace: RequestPace
    /// Bytes since the start of a request's head.
    private var headBytes = 0
    /// Number of requests with a head and without a complete response.
    private var unanswered = 0
    private var hasAnswerBegun = false
    private var isRefused = false
    private var isGone = false
    /// Whether the client has ended its side of the connection.
    private var isInputClosed = false
    private var departure: Scheduled<Void>?
    /// Called if the client disconnects before the end of its response.
    private var onGone: (@Sendable () -> Void)?
    /// Whether the last request asks for another protocol; the parser then accepts no further one.
    private var isUpgradeAsked = false
    /// The upgrade to perform after a response with status 101.
    private var upgrade: WebSocketUpgrade?
    private var timer: Scheduled<Void>?
    private var stall: Scheduled<Void>?

    /// Maximum size of a request's head in bytes.
    ///
    /// The parser limits the fields, but not the address.
    static let headLimit = 32 << 10

    package init(_ settings: Settings) {
        self.settings = settings
        pace = RequestPace(credit: settings.pace.credit, bytesPerSecond: settings.pace.bytesPerSecond)
    }

    // MARK: Connection

    package func handlerAdded(context: ChannelHandlerContext) {
        let counter = ByteCounter { [unowned self] in received($0, context) }
        // The pipeline belongs to the handler, and is set up before the first byte.
        try? context.pipeline.syncOperations.addHandler(counter, position: .first)
        if context.channel.isActive { enter(context) }
    }

    package func channelActive(context: ChannelHandlerContext) {
        enter(context)
        context.fireChannelActive()
    }

    private func enter(_ context: ChannelHandlerContext) {
        guard !isCounted else { return }
        isCounted = true
        let channel = context.channel
        place = settings.count.enter { channel.close(promise: nil) }
        schedule(context)
    }

    package func channelInactive(context: ChannelHandlerContext) {
        clientIsGone()
        leave()
        context.fireChannelInactive()
    }

    package func handlerRemoved(context: ChannelHandlerContext) {
        leave()
    }

    private func leave() {
        timer?.cancel()
        stall?.cancel()
        departure?.cancel()
        guard isCounted else { return }
        isCounted = false
        if let place { settings.count.leave(place) }
    }

    package func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent {
            pace.tighten(to: settings.pace.creditOfStop)
            timer?.cancel()
            timer = nil
            if phase != .nothing { schedule(context) }
        }
        if let event = event as? ChannelEvent, event == .inputClosed { inputClosed(context) }
        context.fireUserInboundEventTriggered(event)
    }

    package func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?)
    {
        switch event {
        case let event as DisconnectHandler:
            if isGone {
                event.action()
            } else {
                onGone = event.action
                if isInputClosed { awaitDeparture(context) }
            }
            promise?.succeed()
        case let event as WebSocketUpgrade:
            upgrade = event
            promise?.succeed()
        default: context.triggerUserOutboundEvent(event, promise: promise)
        }
    }

    /// Handles the end of the client's side.
    ///
    /// A half-closed connection looks the same as a closed one. Some clients, such as netcat, half-close theirs and
    /// still wait, so that work for them goes on for a while.
    private func inputClosed(_ context: ChannelHandlerContext) {
        guard phase != .body else { return clientIsGone() }
        isInputClosed = true
        if onGone != nil { awaitDeparture(context) }
    }

    /// Schedules the end of the work for the client, and of the connection.
    private func awaitDeparture(_ context: ChannelHandlerContext) {
        departure?.cancel()
        let credit = TimeAmount(settings.pace.creditOfHalfClosed)
        departure = context.eventLoop.assumeIsolated().scheduleTask(in: credit) { [weak self] in
            guard let self, onGone != nil, !hasAnswerBegun else { return }
            clientIsGone()
            // Cancelled work would be answered as an error of the service.
            context.close(promise: nil)
        }
    }

    private func clientIsGone() {
        isGone = true
        onGone?()
        onGone = nil
    }

    // MARK: Requests

    package func read(context: ChannelHandlerContext) {
        pace.beginWaiting(at: context.eventLoop.now)
        context.read()
    }

    private func received(_ count: Int, _ context: ChannelHandlerContext) {
        guard !isRefused else { return }
        if phase == .nothing { begin(.head, context) }
        pace.received(count, at: context.eventLoop.now)
        guard phase == .head else { return }
        if headBytes > Self.headLimit { return refuse(Self.headTooLarge, context) }
        headBytes += count
    }

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isRefused else { return }
        switch unwrapInboundIn(data) {
        case .head(let request):
            guard (request.path?.utf8.count ?? 0) <= Self.headLimit else { return refuse(Self.headTooLarge, context) }
            // The codec uses the first Host as the authority and keeps the others.
            guard !request.headerFields.contains(.host) else { return refuse(Self.malformed, context) }
            // The parser would treat a body in another coding as the next request.
            guard Self.isCodingUnderstood(request) else { return refuse(Self.malformed, context) }
            guard place?.isFull == true || Self.isHealthCheck(request) else { return refuse(Self.busy, context) }
            unanswered += 1
            isUpgradeAsked = request.headerFields.contains(.upgrade)
            begin(.body, context)
        case .body: break
        case .end:
            phase = .nothing
            headBytes = 0
        }
        context.fireChannelRead(data)
    }

    /// Returns whether a request's body is plain or chunked, as declared by a single field.
    private static func isCodingUnderstood(_ request: HTTPRequest) -> Bool {
        let codings = request.headerFields[values: .transferEncoding]
        if codings.isEmpty { return true }
        return codings.count == 1 && codings[0].lowercased() == "chunked"
            && !request.headerFields.contains(.contentLength)
    }

    private static func isHealthCheck(_ request: HTTPRequest) -> Bool {
        request.path == "/healthz" && request.method == .get
    }

    package func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard !isRefused else { return }
        // During a request, its handler receives the error and answers.
        guard unanswered == 0, !(error is IOError), !(error is ChannelError) else {
            return context.fireErrorCaught(error)
        }
        switch error {
        case HTTPParserError.headerOverflow: refuse(Self.headTooLarge, context)
        // The client disconnected before it sent anything.
        case HTTPParserError.invalidEOFState: context.fireErrorCaught(error)
        default: refuse(Self.malformed, context)
        }
    }

    // MARK: Answers

    package func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard !isRefused else {
            promise?.fail(ChannelError.outputClosed)
            return
        }
        switch unwrapOutboundIn(data) {
        case .head(var head):
            hasAnswerBegun = true
            guard isUpgradeAsked, head.status != .switchingProtocols else { break }
            upgrade = nil
            head.headerFields[.connection] = "close"
            return context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body: break
        case .end:
            unanswered -= 1
            hasAnswerBegun = false
            onGone = nil
            if isUpgradeAsked { return endUpgrade(context, data, promise) }
        }
        context.write(data, promise: promise)
    }

    /// Writes the end of an upgrade response, then hands over or closes the connection.
    private func endUpgrade(_ context: ChannelHandlerContext, _ data: NIOAny, _ promise: EventLoopPromise<Void>?) {
        let promise = promise ?? context.eventLoop.makePromise()
        promise.futureResult.assumeIsolated().whenSuccess { [self] in
            // The client may not send anything before the request is answered.
            guard let upgrade, phase == .nothing else { return closeOutput(context, promise: nil) }
            self.upgrade = nil
            upgrade.perform(on: context.channel)
        }
        context.write(data, promise: promise)
    }

    package func channelWritabilityChanged(context: ChannelHandlerContext) {
        stall?.cancel()
        stall = nil
        if !context.channel.isWritable {
            stall = context.eventLoop.assumeIsolated().scheduleTask(in: .init(settings.idleTimeout)) {
                context.close(promise: nil)
            }
        }
        context.fireChannelWritabilityChanged()
    }

    /// Answers the client if that is still possible, and closes the connection.
    private func refuse(_ refusal: APIError, _ context: ChannelHandlerContext) {
        isRefused = true
        timer?.cancel()
        // A response belongs to one request: neither to an answered one, nor among those to others.
        let expectsAnswer = phase == .body ? unanswered == 1 && !hasAnswerBegun : unanswered == 0
        guard expectsAnswer else { return context.close(promise: nil) }
        let body = refusal.body(settings.table)
        var head = HTTPResponse(status: .init(code: settings.table.httpStatus(of: refusal.failure.code)))
        head.headerFields = [
            .contentType: JSONResponse.mediaType, .contentLength: "\(body.count)", .connection: "close",
            .cacheControl: "no-store",
        ]
        head.headerFields.append(contentsOf: refusal.headers)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(ByteBuffer(bytes: body))), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        closeOutput(context, promise: nil)
    }

    package func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        guard mode == .output else { return context.close(mode: mode, promise: promise) }
        closeOutput(context, promise: promise)
    }

    /// Ends the output, and closes the connection shortly after.
    ///
    /// Closing it at once would reset it if bytes are still arriving, which would lose a response in transit.
    private func closeOutput(_ context: ChannelHandlerContext, promise: EventLoopPromise<Void>?) {
        context.close(mode: .output, promise: promise)
        context.eventLoop.assumeIsolated().scheduleTask(in: Self.linger) { context.close(promise: nil) }
    }

    private static let linger = TimeAmount.seconds(1)

    // MARK: Time

    /// Lateness of a timer from which the event loop counts as paused.
    private static let pause = TimeAmount.seconds(1)

    private func begin(_ phase: Phase, _ context: ChannelHandlerContext) {
        self.phase = phase
        pace.restart(at: context.eventLoop.now)
        if timer == nil { schedule(context) }
    }

    /// Schedules a check for the earliest time at which the credit can be spent.
    private func schedule(_ context: ChannelHandlerContext) {
        let rest = max(pace.rest(at: context.eventLoop.now), .milliseconds(10))
        let due = context.eventLoop.now + .init(rest)
        timer = context.eventLoop.assumeIsolated().scheduleTask(deadline: due) { [weak self] in
            self?.checkPace(context, due: due)
        }
    }

    private func checkPace(_ context: ChannelHandlerContext, due: NIODeadline) {
        timer = nil
        guard !isRefused, phase != .nothing else { return }
        // After a pause of the whole process, the event loop has yet to read what arrived meanwhile.
        guard context.eventLoop.now - due < Self.pause else { return schedule(context) }
        guard pace.rest(at: context.eventLoop.now) <= .zero else { return schedule(context) }
        // Browsers open connections in advance and expect no response on them.
        if phase == .head, headBytes == 0 { return context.close(promise: nil) }
        refuse(Self.late, context)
    }

    // MARK: Refusals

    private static let headTooLarge = APIError(
        Failure(.headTooLarge, "The address and header fields are larger than \(headLimit >> 10) KB."))
    private static let malformed = APIError(Failure(.malformedRequest, "The request is not well-formed HTTP."))
    private static let late = APIError(Failure(.requestTimeout, "The request did not arrive in time."))
    private static let busy = APIError(
        Failure(.serviceBusy, "The service has too many connections; try again later."), retryAfter: 2)
}
