import Users
import HTTPTypes
import Hummingbird
import NIOCore
import Pipeline
import RowQuery

/// Answers of the user API in the format of Supabase's Auth.
enum AuthAnswer {
    static func make(_ value: JSONValue, status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status: status, headers: [.contentType: "application/json", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text(of: value))))
    }

    /// Returns a value as JSON with sorted keys.
    static func text(of value: JSONValue) -> String { JSON.text(of: value, [.sortedKeys, .shortNewlines]) }

    /// A session with its tokens and its user.
    static func session(_ session: ProjectSession) throws -> JSONValue {
        .object([
            "access_token": .text(session.accessToken), "token_type": .text("bearer"),
            "expires_in": .number("\(ProjectAccounts.accessLifetime.components.seconds)"),
            "expires_at": .number("\(session.expires.milliseconds / 1000)"),
            "refresh_token": .text(session.refreshToken), "user": try user(session.user),
        ])
    }

    /// Returns a user with a confirmed address, since addresses are not confirmed.
    static func user(_ user: ProjectUser) throws -> JSONValue {
        let id = JSONValue.text(user.id)
        let email = user.email.map(JSONValue.text) ?? .text("")
        let created = JSONValue.text(user.createdAt.description)
        let updated = JSONValue.text(user.updatedAt.description)
        let identity = JSONValue.object([
            "identity_id": id, "id": id, "user_id": id, "provider": .text("email"), "email": email,
            "identity_data": .object([
                "sub": id, "email": email, "email_verified": .flag(true), "phone_verified": .flag(false),
            ]), "created_at": created, "updated_at": updated,
        ])
        return .object([
            "id": id, "aud": .text("authenticated"), "role": .text("authenticated"), "email": email,
            "phone": .text(""), "email_confirmed_at": created, "confirmed_at": created,
            "app_metadata": .object(["provider": .text("email"), "providers": .list([.text("email")])]),
            "user_metadata": try JSONValue(parsing: Array(user.metadata.utf8), limits: AuthBody.limits),
            "identities": .list([identity]), "created_at": created, "updated_at": updated,
            "is_anonymous": .flag(false),
        ])
    }
}
