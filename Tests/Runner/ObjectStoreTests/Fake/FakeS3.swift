import Foundation
import LibCrypto
import Pipeline
import Synchronization

/// An S3 server in this process that verifies signatures by itself and misbehaves as tests ask.
final class FakeS3: Sendable {
    /// What happens instead of the answer to a request.
    enum Fault: Sendable {
        /// Answers with an error.
        case status(Int, String)
        /// Answers with an error in an XML document of many bytes.
        case longError(Int, byteCount: Int)
        /// Answers with a redirect.
        case redirect(String)
        /// Never answers.
        case silence
        /// Does what was asked, and closes the connection without an answer.
        case lostAnswer
        /// Closes the connection in the middle of the answer.
        case halfAnswer
        /// Announces more bytes than it sends, and closes the connection.
        case missingBytes
        /// Sends fewer bytes than the object has, as if it had no more.
        case fewerBytes
        /// Sends other bytes.
        case wrongBytes
        /// Does nothing and answers with a page, as a proxy may.
        case page
        /// Sends bytes without announcing how many, until the client closes the connection.
        case endless
        /// Reads none of the body, refuses, and closes the connection.
        case earlyRefusal(Int, String)
    }

    struct Object: Sendable {
        var bytes: Data
        var put: Int64
    }

    struct Upload: Sendable {
        var key: String
        var parts: [Int: Data] = [:]
        var began: Int64
    }

    struct State: Sendable {
        var objects: [String: Object] = [:]
        var uploads: [String: Upload] = [:]
        var log: [FakeRequest] = []
        var nextUpload = 1
        /// Seconds that the server's clock is ahead, for the ages of objects.
        var ahead: Int64 = 0
        /// Whether lists ignore the prefix.
        var ignoresPrefixes = false
        /// Whether every list is the first page.
        var repeatsPages = false
        /// What is wrong with requests that were refused as wrongly signed.
        var badSignatures: [String] = []
    }

    static let credentials = S3Account(key: "FAKEKEY", secret: "fake/secret+key=", token: "fake-token")

    let state = Mutex(State())
    let account: S3Account
    let hasConditionalPuts: Bool
    let hasChecksums: Bool
    let ignoresRanges: Bool
    private let fault: Mutex<@Sendable (FakeRequest, Int) -> Fault?>
    private let listener: FakeListener

    init(
        account: S3Account = FakeS3.credentials, hasConditionalPuts: Bool = true, hasChecksums: Bool = true,
        ignoresRanges: Bool = false, fault: @escaping @Sendable (FakeRequest, Int) -> Fault? = { _, _ in nil }
    ) throws {
        self.account = account
        self.hasConditionalPuts = hasConditionalPuts
        self.hasChecksums = hasChecksums
        self.ignoresRanges = ignoresRanges
        self.fault = Mutex(fault)
        listener = try FakeListener()
        listener.serve { [weak self] connection in self?.serve(connection) }
    }

    deinit { listener.stop() }

    var endpoint: String { "http://127.0.0.1:\(listener.port)" }

    /// Sets what goes wrong; the number counts the requests since now, from 0.
    func misbehave(_ fault: @escaping @Sendable (FakeRequest, Int) -> Fault?) {
        state.withLock { $0.log = [] }
        self.fault.withLock { $0 = fault }
    }

    func behave() { misbehave { _, _ in nil } }

    /// The requests since the last change of behaviour, as `METHOD path?query`.
    var requests: [String] { state.withLock { $0.log.map { $0.method + " " + $0.target } } }

    var keys: [String] { state.withLock { $0.objects.keys.sorted() } }

    func advance(seconds: Int64) { state.withLock { $0.ahead += seconds } }

    func object(_ key: String) -> Data? { state.withLock { $0.objects[key]?.bytes } }

    func change(_ key: String, to bytes: Data) { state.withLock { $0.objects[key]?.bytes = bytes } }

    func remove(_ key: String) { state.withLock { $0.objects[key] = nil } }

    var now: Int64 { Int64(Date().timeIntervalSince1970) + state.withLock { $0.ahead } }

    // MARK: One connection

    private func serve(_ connection: FakeConnection) {
        while let request = connection.readHead() {
            let number = state.withLock { state in
                state.log.append(request)
                return state.log.count - 1
            }
            let fault = fault.withLock { $0 }(request, number)
            if case .earlyRefusal(let status, let code) = fault {
                connection.send(.error(status, code), now: now)
                return connection.close()
            }
            if request.headers["expect"] != nil { connection.sendContinue() }
            guard let body = connection.readBody(request) else { return connection.close() }
            switch fault {
            case .status(let status, let code): connection.send(.error(status, code), now: now)
            case .longError(let status, let byteCount):
                let filler = String(repeating: "<Filler>unread</Filler>", count: byteCount / 23)
                let xml = "<?xml version=\"1.0\"?><Error><Code>AccessDenied</Code>\(filler)</Error>"
                connection.send(FakeResponse(status, Data(xml.utf8)), now: now)
            case .redirect(let place):
                connection.send(FakeResponse(307, headers: ["Location": place]), now: now)
            case .page: connection.send(FakeResponse(200, Data("<html>Welcome</html>".utf8)), now: now)
            case .endless:
                connection.sendEndlessly()
                return connection.close()
            case .silence: connection.waitForEnd()
            case .lostAnswer:
                _ = answer(request, body)
                return connection.close()
            case .halfAnswer, .missingBytes:
                connection.sendHalf(of: answer(request, body), now: now)
                return connection.close()
            case .fewerBytes, .wrongBytes:
                var response = answer(request, body)
                if case .fewerBytes = fault {
                    response.body = response.body.dropLast(1)
                } else {
                    response.body = Data(response.body.map { $0 ^ 1 })
                }
                connection.send(response, now: now)
            case .earlyRefusal, nil:
                let response = answer(request, body)
                connection.send(request.method == "HEAD" ? response.withoutBody : response, now: now)
            }
        }
        connection.close()
    }

    private func answer(_ request: FakeRequest, _ body: Data) -> FakeResponse {
        if let mistake = FakeSignature.mistake(in: request, account: account) {
            state.withLock { $0.badSignatures.append(mistake) }
            return .error(403, "SignatureDoesNotMatch")
        }
        if let hash = request.headers["x-amz-content-sha256"], hash != "UNSIGNED-PAYLOAD",
            hash != ContentID(of: body).hex
        {
            return .error(400, "XAmzContentSHA256Mismatch")
        }
        return operate(request, body)
    }
}

/// The keys of the only account.
struct S3Account: Sendable, Hashable {
    var key: String
    var secret: String
    var token: String?
}
