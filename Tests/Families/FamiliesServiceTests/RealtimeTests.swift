import Foundation
import Pipeline
import RowQuery
import ListeningTestSupport
import FamiliesSQL
import FamiliesService
import SQLTestSupport
import Testing

@Suite("Listening to changes", .onEveryEngine, .timeLimit(.minutes(30)))
struct RealtimeTests {
    private static let reply =
        #"{"ref":"1","event":"phx_reply","topic":"realtime:family","payload":{"status":"ok","response":"#

    @Test("a join is answered with the bindings and their IDs, then with the subscription")
    func join() async throws {
        try await ListeningService.run { service in
            let client = try await service.open("ada")
            try await client.send(
                ListeningService.join(#"[{"event":"INSERT","schema":"public","table":"artworks"}]"#))
            #expect(
                await client.text()
                    == Self.reply
                    + #"{"postgres_changes":[{"id":1,"event":"INSERT","schema":"public","table":"artworks"}]}}}"#)
            #expect(
                await client.text()
                    == #"{"ref":null,"event":"system","topic":"realtime:family","payload":{"channel":"family","#
                    + #""extension":"postgres_changes","message":"Subscribed to PostgreSQL","status":"ok"}}"#)
        }
    }

    @Test("changes of all kinds arrive in order, with the row as it is")
    func changes() async throws {
        try await ListeningService.run { service in
            let client = try await service.listen("ben")
            let id = try await service.comment("Lovely")
            try await service.write(by: ListeningService.ada) { rows, context, db in
                let request = try RowRequest([QueryString.Parameter("id", "eq.\(id)")])
                _ = try rows.update("artwork_comments", .object(["text": .text("Bright")]), request, in: context, db)
            }
            try await service.write(by: ListeningService.ada) { rows, context, db in
                let request = try RowRequest([QueryString.Parameter("id", "eq.\(id)")])
                _ = try rows.delete(from: "artwork_comments", request, in: context, db)
            }
            let last = try await service.comment("Last")
            var seen: [ChangeMessage.Change] = []
            repeat { seen.append(try await client.change().payload.data) } while seen.last?.record?.id != last
            // The row is read when it is sent: what is gone by then is only reported as gone.
            let types = seen.map(\.type)
            #expect(types.filter { $0 == "DELETE" } == ["DELETE"] && types.last == "INSERT")
            #expect(seen.first { $0.type == "DELETE" }?.oldRecord == ChangeMessage.Record(id: id))
            #expect(
                seen.last?.record
                    == ChangeMessage.Record(id: last, text: "Last", emojiType: nil, userNickname: "Mum"))
            #expect(seen.last?.schema == "public" && seen.last?.table == "artwork_comments")
            #expect(seen.last?.columns.contains(ChangeMessage.Column(name: "created_at", type: "timestamptz")) == true)
            #expect(seen.last?.commitTimestamp.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/) != nil)
        }
    }

    @Test("a hundred comments arrive in the order of their transactions")
    func order() async throws {
        try await ListeningService.run { service in
            let client = try await service.listen("ben")
            for number in 1...100 { try await service.comment("Comment \(number)") }
            for number in 1...100 {
                #expect(try await client.change().payload.data.record?.text == "Comment \(number)")
            }
        }
    }

    @Test("an update is told with the ID of the old row, and a replaced reaction is one")
    func updates() async throws {
        try await ListeningService.run { service in
            let client = try await service.listen("ada", to: #"[{"event":"*","table":"artwork_reactions"}]"#)
            for kind in ["heart", "star"] {
                try await service.write(by: ListeningService.ben) { rows, context, db in
                    _ = try rows.insert(
                        into: "artwork_reactions",
                        .object(["artwork_id": .text(ListeningService.sun), "emoji_type": .text(kind)]),
                        in: context, db)
                }
                let change = try await client.change().payload.data
                #expect(change.type == (kind == "heart" ? "INSERT" : "UPDATE"))
                #expect(change.record?.emojiType == kind)
                #expect(change.oldRecord?.id == (kind == "heart" ? nil : change.record?.id))
            }
        }
    }

    @Test("nobody hears of other families, or without a login")
    func readers() async throws {
        try await ListeningService.run { service in
            let eve = try await service.listen("eve")
            let nobody = try await service.listen("key")
            try await service.comment("Family only")
            let id = try await service.comment("Mine", by: ListeningService.eve, on: ListeningService.secret)
            #expect(try await eve.change().payload.data.record?.id == id)
            // Everything before the heartbeat would have come before its answer.
            try await nobody.send(#"{"topic":"phoenix","event":"heartbeat","payload":{},"ref":"5"}"#)
            #expect(await nobody.text().contains(#""ref":"5","event":"phx_reply""#))
        }
    }

    @Test("bindings choose the event, the rows and the columns; a change is told once for all that match")
    func bindings() async throws {
        try await ListeningService.run { service in
            let client = try await service.listen(
                "ada",
                to: """
                    [{"event":"INSERT","table":"artwork_comments","filter":"text=eq.No"},
                     {"event":"INSERT","table":"artwork_comments","filter":"user_id=eq.\(ListeningService.ben.uppercased())"},
                     {"event":"*","table":"*"}, {"event":"DELETE","table":"artwork_comments"},
                     {"event":"INSERT","table":"artwork_comments","select":["id"]}]
                    """)
            try await service.comment("Yes", by: ListeningService.ben)
            #expect(try await client.change().payload.ids == [2, 3])
            let short = try await client.change().payload
            #expect(short.ids == [5] && short.data.record?.text == nil)
            #expect(short.data.columns == [ChangeMessage.Column(name: "id", type: "uuid")])
        }
    }

    @Test("in version 2.0.0 messages are arrays")
    func arrays() async throws {
        try await ListeningService.run { service in
            let client = try await service.open("ada", .arrays)
            try await client.send(
                #"["1","2","realtime:a","phx_join",{"config":{"postgres_changes":[{"event":"*","table":"artwork_comments"}]}}]"#
            )
            #expect(
                await client.text()
                    == #"["1","2","realtime:a","phx_reply",{"status":"ok","response":{"postgres_changes":"#
                    + #"[{"id":1,"event":"*","table":"artwork_comments"}]}}]"#)
            #expect(await client.text().hasPrefix(#"[null,null,"realtime:a","system","#))
            try await service.comment("Hello")
            let text = await client.text()
            #expect(text.hasPrefix(#"[null,null,"realtime:a","postgres_changes",{"ids":[1],"data":{"schema":"public""#))
            try await client.send(#"["1","3","realtime:a","phx_leave",{}]"#)
            #expect(await client.text() == #"["1","3","realtime:a","phx_reply",{"status":"ok","response":{}}]"#)
            #expect(await client.text() == #"["1","1","realtime:a","phx_close",{}]"#)
        }
    }

    @Test("what has no channel or no meaning is answered as by Supabase")
    func unknown() async throws {
        try await ListeningService.run { service in
            let client = try await service.open("ada", .arrays)
            for (message, answer) in [
                (#"["1","1","other:a","phx_join",{}]"#, #"{"status":"error","response":{"reason":"unmatched topic"}}"#),
                (#"["1","2","realtime:a","access_token",{"access_token":"ada"}]"#, #""reason":"unmatched topic""#),
                (#"["1","3","realtime:a","phx_leave",{}]"#, #"{"status":"ok","response":{}}"#),
                (#"["1","4","realtime:a","phx_join",{"config":{"postgres_changes":1}}]"#, #""status":"error""#),
                (#"["1","5","realtime:a","phx_join",{"access_token":"other"}]"#, "InvalidJWTToken"),
                (#"["1","6","realtime:a","phx_join",{}]"#, #"{"status":"ok","response":{"postgres_changes":[]}}"#),
                (#"["1","7","realtime:a","broadcast",{"event":"x"}]"#, "not available"),
                (#"["1","8","phoenix","heartbeat",{}]"#, #"{"status":"ok","response":{}}"#),
            ] {
                try await client.send(message)
                #expect(await client.text().contains(answer), "\(message)")
            }
            // Not answered, and the connection stays.
            try await client.send(#"["1","9","realtime:a","dance",{}]"#)
            try await client.send(
                #"["1","10","realtime:b","phx_join",{"config":{"postgres_changes":[{"event":"*","table":"x"}]}}]"#)
            #expect(await client.text().contains(#""id":1,"event":"*","table":"x""#))
            #expect(await client.text().contains(#""status":"error""#))
        }
    }

    @Test("a channel that is joined again is another, and its predecessor is closed")
    func again() async throws {
        try await ListeningService.run { service in
            let client = try await service.open("ada", .arrays)
            try await client.send(#"["1","1","realtime:a","phx_join",{}]"#)
            #expect(await client.text().contains(#""status":"ok""#))
            try await client.send(#"["2","2","realtime:a","phx_join",{}]"#)
            #expect(await client.text() == #"["1","1","realtime:a","phx_close",{}]"#)
            #expect(await client.text().hasPrefix(#"["2","2","realtime:a","phx_reply""#))
        }
    }

    // MARK: Who may listen

    @Test("connecting needs a valid key, and a known version")
    func key() async throws {
        try await ListeningService.run { service in
            for (path, status) in [
                ("/realtime/v1/websocket", "401"), ("/realtime/v1/websocket?apikey=other", "401"),
                ("/realtime/v1/websocket?apikey=key&vsn=3.0.0", "400"), ("/realtime/v1/websocket?apikey=key", "101"),
            ] {
                let client = try await SocketClient(port: service.port, SocketClient.request(path))
                guard case .head(let head) = await client.next() else { throw URLError(.badServerResponse) }
                #expect(head.hasPrefix("HTTP/1.1 \(status) "))
                // The parser takes no request after this one.
                if status != "101" { #expect(head.lowercased().contains("connection: close")) }
            }
        }
    }

    @Test("a page of any origin may connect, but not by another name of the service")
    func origins() async throws {
        try await ListeningService.run { service in
            for (headers, status) in [
                (["Origin": "https://app.example"], "101"), (["Host": "evil.example"], "403"),
                (["Sec-WebSocket-Version": "12"], "400"), (["Sec-WebSocket-Key": "short"], "400"),
                (["Upgrade": "h2c"], "400"), (["Connection": "close"], "400"),
            ] {
                let request = SocketClient.request(ListeningService.path("key"), headers)
                let client = try await SocketClient(port: service.port, request)
                guard case .head(let head) = await client.next() else { throw URLError(.badServerResponse) }
                #expect(head.hasPrefix("HTTP/1.1 \(status) "), "\(headers)")
            }
        }
    }

    @Test("the token of a join or of access_token decides for its channel")
    func tokens() async throws {
        try await ListeningService.run { service in
            let client = try await service.listen("key")
            try await client.send(
                #"{"topic":"realtime:family","event":"access_token","ref":null,"payload":{"access_token":"ada"}}"#)
            try await client.send(#"{"topic":"phoenix","event":"heartbeat","payload":{},"ref":"5"}"#)
            #expect(await client.text().contains(#""ref":"5""#))
            let id = try await service.comment("Now I hear")
            #expect(try await client.change().payload.data.record?.id == id)
            try await client.send(
                #"{"topic":"realtime:family","event":"access_token","ref":null,"payload":{"access_token":"no"}}"#)
            #expect(await client.text().contains(#""extension":"system""#))
            #expect(await client.text().contains("phx_close"))
        }
    }

    @Test("a listener whose token expires is unsubscribed, though nothing changes")
    func expiry() async throws {
        try await ListeningService.run { service in
            service.callers.add("soon", ListeningService.ada, expires: SystemClock().now + .seconds(3))
            let client = try await service.listen("soon")
            #expect(await client.text().contains(#""status":"error""#))
            #expect(await client.text().contains(#""event":"phx_close""#))
        }
    }

    @Test("a listener whose session has ended is unsubscribed before the next change")
    func sessionEnd() async throws {
        try await ListeningService.run { service in
            let client = try await service.listen("ben")
            service.callers.end("ben")
            try await service.comment("Not for him")
            #expect(await client.text().contains(#""extension":"system""#))
            #expect(await client.text().contains(#""event":"phx_close""#))
        }
    }

    @Test("who has left a family hears nothing more of it")
    func membershipEnd() async throws {
        try await ListeningService.run { service in
            let ben = try await service.listen("ben", to: #"[{"event":"*","schema":"public","table":"*"}]"#)
            let ada = try await service.listen("ada")
            try await service.write(by: ListeningService.ben) { rows, context, db in
                let request = try RowRequest([QueryString.Parameter("user_id", "eq.\(ListeningService.ben)")])
                _ = try rows.delete(from: "family_members", request, in: context, db)
            }
            try await service.comment("Without him")
            #expect(try await ada.change().payload.data.record?.text == "Without him")
            try await ben.send(#"{"topic":"phoenix","event":"heartbeat","payload":{},"ref":"5"}"#)
            #expect(await ben.text().contains(#""ref":"5""#))
        }
    }

    @Test("of changes that follow the end of a membership the listener is told none, however close they are")
    func changesBehindMembershipEnd() async throws {
        try await ListeningService.run { service in
            let ben = try await service.listen("ben", to: #"[{"event":"*","schema":"public","table":"*"}]"#)
            let ada = try await service.listen("ada")
            // In one transaction, and so in one portion of what is told.
            try await service.write(by: ListeningService.ada) { rows, context, db in
                let request = try RowRequest([QueryString.Parameter("user_id", "eq.\(ListeningService.ben)")])
                _ = try rows.delete(from: "family_members", request, in: context, db)
                for text in ["One", "Two"] {
                    _ = try rows.insert(
                        into: "artwork_comments",
                        .object(["artwork_id": .text(ListeningService.sun), "text": .text(text)]), in: context, db)
                }
            }
            for text in ["One", "Two"] { #expect(try await ada.change().payload.data.record?.text == text) }
            try await ben.send(#"{"topic":"phoenix","event":"heartbeat","payload":{},"ref":"5"}"#)
            #expect(await ben.text().contains(#""ref":"5""#))
        }
    }
}
