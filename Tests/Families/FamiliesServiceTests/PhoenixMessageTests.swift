import Foundation
import RowQuery
import FamiliesService
import FamiliesSQL
import TestSupport
import Testing

@Suite("Messages of Phoenix' channels")
struct PhoenixMessageTests {
    private let limits = RealtimeLimits()

    private static func planner() throws -> RowPlanner { try FamilyRows().planner }

    private static func join(_ bindings: String, _ limits: RealtimeLimits = RealtimeLimits()) throws -> ChannelJoin {
        let text = #"[null,"1","realtime:a","phx_join",{"config":{"postgres_changes":\#(bindings)}}]"#
        return try ChannelJoin(PhoenixVersion.arrays.message(text, limits).payload, planner(), limits)
    }

    @Test("an object and an array say the same")
    func versions() throws {
        let object = #"{"topic":"realtime:a","event":"phx_join","payload":{"x":1},"ref":"2","join_ref":"1"}"#
        let array = #"["1","2","realtime:a","phx_join",{"x":1}]"#
        let message = try PhoenixVersion.objects.message(object, limits)
        #expect(try message == PhoenixVersion.arrays.message(array, limits))
        #expect(message.topic == "realtime:a" && message.event == "phx_join" && message.ref?.json == "\"2\"")
    }

    @Test("answers repeat the client's references as they were")
    func references() throws {
        let message = try PhoenixVersion.arrays.message(#"[7,"q\"",  "t","e",{}]"#, limits)
        let text = PhoenixVersion.arrays.text("phx_reply", "t", "{}", ref: message.ref, joinRef: message.joinRef)
        #expect(text == #"[7,"q\"","t","phx_reply",{}]"#)
        #expect(
            PhoenixVersion.objects.text("phx_reply", "t", "{}")
                == #"{"ref":null,"event":"phx_reply","topic":"t","payload":{}}"#)
    }

    private static let deep = String(repeating: "[", count: 40) + String(repeating: "]", count: 40)
    private static let longTopic = String(repeating: "t", count: 257)
    private static let longRef = String(repeating: "1", count: 65)
    private static let broken: [String] = [
        "", "{", "[]", "null", #"[null,null,"t","e"]"#, #"[null,null,"t","e",[]]"#, #"[null,null,1,"e",{}]"#,
        #"[{},null,"t","e",{}]"#, #"[null,true,"t","e",{}]"#, #"[null,null,"t","e",{},1]"#,
        #"[null,null,"t","e",{"a":\#(deep)}]"#, #"[null,null,"\#(longTopic)","e",{}]"#,
        #"[null,"\#(longRef)","t","e",{}]"#,
    ]

    @Test("what is no message is refused", arguments: broken)
    func malformed(text: String) {
        #expect(throws: PhoenixError()) { try PhoenixVersion.arrays.message(text, limits) }
        #expect(throws: PhoenixError()) { try PhoenixVersion.objects.message(text, limits) }
    }

    @Test("damaged messages are refused or read, and nothing else happens")
    func fuzz() {
        let seed = UInt64.random(in: .min ... .max)
        var random = SeededGenerator(seed: seed)
        let whole = Array(#"["1","2","realtime:ü","phx_join",{"config":{"postgres_changes":[{"event":"*"}]}}]"#.utf8)
        for _ in 0..<20_000 {
            var bytes = whole
            for _ in 0...Int.random(in: 0..<4, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[place] = .random(in: 0...255, using: &random)
                case 1: bytes.remove(at: place)
                default: bytes.insert(contentsOf: bytes[..<place], at: place)
                }
            }
            guard let text = String(validating: bytes, as: UTF8.self),
                let message = try? PhoenixVersion.arrays.message(text, limits)
            else { continue }
            #expect(message.topic.utf8.count <= limits.topicBytes, "seed \(seed)")
        }
    }

    @Test("bindings get IDs from 1 on, and are repeated as they were given")
    func echo() throws {
        let join = try Self.join(
            """
            [{"event":"INSERT","schema":"public","table":"artwork_comments","filter":"artwork_id=eq.\(UUID())"},
             {"event":"*","schema":"public"}, {"table":"artworks","event":"DELETE","select":["id","title"]}]
            """)
        #expect(join.bindings.map(\.id) == [1, 2, 3] && join.isKnown)
        #expect(join.bindings[1].echo == #"{"id":2,"event":"*","schema":"public"}"#)
        #expect(join.bindings[2].echo == #"{"id":3,"event":"DELETE","table":"artworks","select":["id","title"]}"#)
    }

    @Test(
        "filters are those of requests for rows",
        arguments: [
            "text=neq.a", "artwork_id=in.(00000000-0000-4000-8000-000000000021)", "created_at=lt.2026-01-01",
            "text=like.*a*", "updated_at=gte.2026-01-01T00:00:00Z", "text=not.eq.a,b&c",
        ])
    func filters(filter: String) throws {
        let join = try Self.join(#"[{"event":"*","table":"artwork_comments","filter":"\#(filter)"}]"#)
        #expect(join.isKnown && join.bindings[0].request?.filters.count == 1)
    }

    @Test(
        "a binding of what does not exist is known to be unknown",
        arguments: [
            #"{"event":"*","table":"artwork_comment"}"#, #"{"event":"*","table":"pictures"}"#,
            #"{"event":"*","table":"documents"}"#, #"{"event":"*","schema":"auth","table":"users"}"#,
            #"{"event":"*","table":"artworks","filter":"nothing=eq.1"}"#,
            #"{"event":"*","table":"artworks","filter":"deleted_at=is.null"}"#,
            #"{"event":"*","table":"artworks","filter":"id=eq.1"}"#, #"{"event":"*","table":"artworks","filter":"id"}"#,
            #"{"event":"*","table":"artworks","filter":"select=*,children(*)"}"#,
            #"{"event":"*","table":"artworks","filter":"or=(id.is.null,title.eq.a)"}"#,
            #"{"event":"*","table":"artworks","filter":"limit=1"}"#,
            #"{"event":"*","table":"artworks","filter":"children.name=eq.a"}"#,
            #"{"event":"*","table":"artworks","select":["document"]}"#, #"{"event":"*","filter":"id=eq.1"}"#,
        ])
    func unknown(binding: String) throws {
        #expect(try !Self.join("[\(binding)]").isKnown)
    }

    private static let longFilter = String(repeating: "a", count: 5_000)
    private static let many = Array(repeating: #"{"event":"*"}"#, count: 33).joined(separator: ",")
    private static let brokenJoins: [String] = [
        "1", "{}", "[1]", "[{}]", #"[{"event":"TRUNCATE"}]"#, #"[{"event":"*","table":1}]"#,
        #"[{"event":"*","table":"artworks","select":"id"}]"#,
        #"[{"event":"*","table":"artworks","filter":"\#(longFilter)"}]"#, "[\(many)]",
    ]

    @Test("a join that is not well-formed is refused", arguments: brokenJoins)
    func malformedJoin(bindings: String) {
        #expect(throws: ChangeBinding.BindingError.self) { try Self.join(bindings) }
    }
}
