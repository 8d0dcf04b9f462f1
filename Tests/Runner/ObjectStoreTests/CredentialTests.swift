import FailureModel
import Foundation
import ObjectStore
import Pipeline
import PipelineTestSupport
import TestTraits
import Testing

@Suite("Credentials and settings of an object store", .blocking)
struct CredentialTests {
    private let secret = "S3CRET/wJalrXUtnFEMI"

    @Test("come from the environment, or from a profile of a file")
    func sources() throws {
        let folder = try TemporaryFolder()
        let file = folder.path + "/credentials"
        try Data(
            """
            # A comment
            [default]
            aws_access_key_id = AK1
            aws_secret_access_key=\(secret)

            [forms]
            aws_access_key_id = AK2
            aws_secret_access_key = \(secret)2
            aws_session_token = token==
            """.utf8
        ).write(to: URL(filePath: file))
        let environment = ["AWS_ACCESS_KEY_ID": "AK0", "AWS_SECRET_ACCESS_KEY": secret, "AWS_SESSION_TOKEN": ""]
        var settings = try ObjectStoreSettings(url: "s3://bucket")
        #expect(
            try CredentialSource(settings, environment: environment).current
                == S3Credentials(accessKey: "AK0", secretKey: secret))
        settings.credentialsFile = file
        #expect(try CredentialSource(settings, environment: [:]).current.accessKey == "AK1")
        settings.profile = "forms"
        #expect(
            try CredentialSource(settings, environment: environment).current
                == S3Credentials(accessKey: "AK2", secretKey: secret + "2", sessionToken: "token=="))
        settings.profile = "other"
        #expect(throws: Failure.self) { try CredentialSource(settings, environment: environment) }
        settings.credentialsFile = nil
        let error = #expect(throws: Failure.self) { try CredentialSource(settings, environment: [:]) }
        #expect(error?.code == .objectStoreCredentials)
        // A key that would end the header that it is sent in.
        let hostile = ["AWS_ACCESS_KEY_ID": "AK", "AWS_SECRET_ACCESS_KEY": "x\r\nHost: other"]
        #expect(throws: Failure.self) { try CredentialSource(settings, environment: hostile) }
    }

    @Test("are redacted wherever a value can be printed")
    func redacted() throws {
        let credentials = S3Credentials(accessKey: "AKID", secretKey: secret, sessionToken: "TOKEN")
        var dumped = ""
        dump(credentials, to: &dumped)
        dump([credentials], to: &dumped)
        for text in ["\(credentials)", String(reflecting: credentials), "\(Optional(credentials) as Any)", dumped] {
            #expect(!text.contains("AKID") && !text.contains(secret) && !text.contains("TOKEN"))
        }
        let sealed = try #require(credentials.sealed)
        #expect(S3Credentials(sealed: sealed) == credentials)
        #expect(S3Credentials(sealed: Data("{}".utf8)) == nil)
    }

    @Test("are read again when a server refuses them")
    func renewed() throws {
        let bench = try S3Bench()
        let file = bench.folder.path + "/credentials"
        let account = FakeS3.credentials
        func write(_ secret: String) throws {
            let text =
                "[default]\naws_access_key_id=\(account.key)\naws_secret_access_key=\(secret)\naws_session_token=\(account.token ?? "")"
            try Data(text.utf8).write(to: URL(filePath: file))
        }
        try write("expired")
        var settings = try bench.settings()
        settings.credentialsFile = file
        let source = try CredentialSource(settings, environment: [:])
        let client = S3Client(settings, credentials: source, policy: bench.policy())
        let error = #expect(throws: ObjectStoreError.self) { try client.list("") }
        #expect(error == .credentialsRefused(code: "SignatureDoesNotMatch"))
        #expect(bench.server.requests.count == 1)
        try write(account.secret)
        #expect(try client.list("").entries.isEmpty)
        #expect(client.credentials.secretKey == account.secret)
    }

    @Test(
        "a URL names a bucket and a prefix, and nothing else",
        arguments: [
            ("s3://bucket", "bucket", ""), ("s3://my-bucket/a/b/", "my-bucket", "a/b"),
            ("s3://b.ucket/ü", "b.ucket", "ü"),
        ])
    func url(_ url: String, _ bucket: String, _ prefix: String) throws {
        let settings = try ObjectStoreSettings(url: url)
        #expect(settings.bucket == bucket && settings.prefix == prefix && !settings.pathStyle)
    }

    @Test(
        "mistakes in settings are reported with their line",
        arguments: [
            "s3:/bucket", "s3://", "s3://Bucket", "s3://bucket//a", "s3://bucket/a/../b", "s3://user:pass@bucket/a",
            "{endpoint: https://x}", "{url: s3://bucket, endpoint: ftp://x}",
            "{url: s3://bucket, endpoint: https://x/path}",
            "{url: s3://bucket, endpoint: https://me:pw@x}", "{url: s3://bucket, region: EU west}",
            "{url: s3://bucket, cache: tiny}", "{url: s3://bucket, secret: x}",
        ])
    func mistakes(_ yaml: String) throws {
        let file = try SettingsFile(yaml: "store: x\nartefacts: \(yaml)\n")
        _ = file.section(ObjectStoreSettings.section).flatMap { ObjectStoreSettings(reading: $0) }
        let error = #expect(throws: SettingsError.self) { try file.finish() }
        #expect(error?.problems.first?.line == 2)
    }

    @Test("a section gives all settings")
    func section() throws {
        let file = try SettingsFile(
            yaml: """
                artefacts:
                  url: s3://bucket/a
                  endpoint: https://storage.example:8443/
                  region: eu-1
                  pathStyle: false
                  caFile: /ca.pem
                  credentialsFile: /keys
                  profile: forms
                  cache: 2GiB
                """)
        let settings = try #require(file.section("artefacts").flatMap { ObjectStoreSettings(reading: $0) })
        try file.finish()
        #expect(
            settings
                == (try ObjectStoreSettings(
                    url: "s3://bucket/a", endpoint: "https://storage.example:8443", region: "eu-1", pathStyle: false,
                    caFile: "/ca.pem", credentialsFile: "/keys", profile: "forms", cacheLimit: .mebibytes(2048))))
    }
}
