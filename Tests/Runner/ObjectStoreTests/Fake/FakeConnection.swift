import Foundation

/// A request as the server received it.
struct FakeRequest: Sendable {
    var method = ""
    /// Path and query as they were sent.
    var target = ""
    /// The headers by their names in lower case.
    var headers: [String: String] = [:]

    var path: String { String(target.split(separator: "?", maxSplits: 1)[0]) }

    var query: [String: String] {
        let text = target.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
        return Dictionary(
            text.split(separator: "&").map { field in
                let halves = field.split(separator: "=", maxSplits: 1).map { String($0).removingPercentEncoding ?? "" }
                return (halves[0], halves.count > 1 ? halves[1] : "")
            }, uniquingKeysWith: { $1 })
    }

    private var places: [Substring] { path.dropFirst().split(separator: "/", maxSplits: 1) }

    var bucket: String { places.first.map { String($0) } ?? "" }

    var key: String { places.count > 1 ? String(places[1]).removingPercentEncoding ?? "" : "" }
}

/// A response of the server.
struct FakeResponse: Sendable {
    var status: Int
    var body: Data
    var headers: [String: String]
    /// The length that a response to HEAD announces.
    var announced: Int?

    init(_ status: Int, _ body: Data = Data(), headers: [String: String] = [:]) {
        self.status = status
        self.body = body
        self.headers = headers
    }

    static func xml(_ text: String) -> FakeResponse { FakeResponse(200, Data(("<?xml version=\"1.0\"?>" + text).utf8)) }

    static func error(_ status: Int, _ code: String) -> FakeResponse {
        FakeResponse(status, Data("<?xml version=\"1.0\"?><Error><Code>\(code)</Code></Error>".utf8))
    }

    var withoutBody: FakeResponse {
        var response = self
        response.announced = body.count
        response.body = Data()
        return response
    }

    func head(now: Int64) -> Data {
        var lines = ["HTTP/1.1 \(status) Status", "Date: \(Self.date(now))"]
        if status != 204 { lines.append("Content-Length: \(announced ?? body.count)") }
        lines += headers.map { "\($0.key): \($0.value)" }
        return Data((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }

    static func date(_ seconds: Int64) -> String { format(seconds, "%a, %d %b %Y %H:%M:%S GMT") }

    static func isoDate(_ seconds: Int64) -> String { format(seconds, "%Y-%m-%dT%H:%M:%S.000Z") }

    private static func format(_ seconds: Int64, _ pattern: String) -> String {
        var (time, parts) = (time_t(seconds), tm())
        gmtime_r(&time, &parts)
        var buffer = [CChar](repeating: 0, count: 64)
        let count = strftime(&buffer, buffer.count, pattern, &parts)
        return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

/// The server's end of one connection, used by one thread.
final class FakeConnection {
    private let socket: Int32
    private var buffer = Data()
    private var isClosed = false

    init(_ socket: Int32) {
        self.socket = socket
        var one: Int32 = 1
        setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
    }

    deinit { close() }

    func close() {
        guard !isClosed else { return }
        isClosed = true
        shutdown(socket, Int32(SHUT_RDWR))
        Glibc.close(socket)
    }

    private func receive() -> Bool {
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        let count = recv(socket, &piece, piece.count, 0)
        if count > 0 { buffer += piece[..<count] }
        return count > 0
    }

    /// Reads until the client closes the connection.
    func waitForEnd() { while receive() {} }

    func readHead() -> FakeRequest? {
        while buffer.range(of: Data("\r\n\r\n".utf8)) == nil { if !receive() { return nil } }
        guard let end = buffer.range(of: Data("\r\n\r\n".utf8)) else { return nil }
        let lines = String(decoding: buffer[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
        buffer = Data(buffer[end.upperBound...])
        var request = FakeRequest()
        let first = lines[0].split(separator: " ")
        guard first.count == 3 else { return nil }
        (request.method, request.target) = (String(first[0]), String(first[1]))
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { return nil }
            request.headers[line[..<colon].lowercased()] =
                line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
        }
        return request
    }

    func readBody(_ request: FakeRequest) -> Data? {
        // A client that does not know the length is none of ours.
        guard request.headers["transfer-encoding"] == nil else { return nil }
        let count = request.headers["content-length"].flatMap { Int($0) } ?? 0
        while buffer.count < count { if !receive() { return nil } }
        defer { buffer = Data(buffer.dropFirst(count)) }
        return Data(buffer.prefix(count))
    }

    /// Sends bytes of unknown number until the client closes the connection.
    func sendEndlessly() {
        write(Data("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n".utf8))
        while write(Data(repeating: 120, count: 1 << 16)) {}
    }

    func sendContinue() { write(Data("HTTP/1.1 100 Continue\r\n\r\n".utf8)) }

    func send(_ response: FakeResponse, now: Int64) { write(response.head(now: now) + response.body) }

    func sendHalf(of response: FakeResponse, now: Int64) {
        write(response.head(now: now) + response.body.prefix(response.body.count / 2))
    }

    @discardableResult
    private func write(_ bytes: Data) -> Bool {
        bytes.withUnsafeBytes { raw in
            var rest = raw[...]
            while !rest.isEmpty {
                let piece = UnsafeRawBufferPointer(rebasing: rest)
                let count = Glibc.send(socket, piece.baseAddress, piece.count, Int32(MSG_NOSIGNAL))
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }
    }
}

/// A socket on a free port of the loopback, with a thread for each connection.
final class FakeListener: Sendable {
    let port: UInt16
    private let socket: Int32

    init() throws {
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let number = socket
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(number, $0, size) == 0 && listen(number, 64) == 0 && getsockname(number, $0, &size) == 0
            }
        }
        guard isBound else { throw CocoaError(.fileNoSuchFile) }
        port = UInt16(bigEndian: address.sin_port)
    }

    func serve(_ body: @escaping @Sendable (FakeConnection) -> Void) {
        let thread = Thread { [socket] in
            while true {
                let connection = accept(socket, nil, nil)
                if connection < 0 { return }
                let worker = Thread { body(FakeConnection(connection)) }
                worker.start()
            }
        }
        thread.start()
    }

    func stop() {
        shutdown(socket, Int32(SHUT_RDWR))
        close(socket)
    }
}
