import Users
import HTTPTypes
import Hummingbird
import NIOCore
import Pipeline
import RowQuery

/// Answers of the API of users, as Supabase's Auth writes them.
enum AuthAnswer {
    static func make(_ value: JSONValue, status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status: status, headers: [.contentType: "application/json", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: value.text)))
    }

    /// A session with its tokens and its user.
    static func session(_ session: ProjectSession) throws -> JSONValue {
        .object([
            "access_token": .string(session.accessToken), "token_type": .string("bearer"),
            "expires_in": .number("\(ProjectAccounts.accessLifetime.components.seconds)"),
            "expires_at": .number("\(session.expires.milliseconds / 1000)"),
            "refresh_token": .string(session.refreshToken), "user": try user(session.user),
        ])
    }

    /// A user, whose address counts as confirmed: no mail is sent.
    static func user(_ user: ProjectUser) throws -> JSONValue {
        let id = JSONValue.string(user.id)
        let email = user.email.map(JSONValue.string) ?? .string("")
        let created = JSONValue.string(user.createdAt.description)
        let updated = JSONValue.string(user.updatedAt.description)
        let identity = JSONValue.object([
            "identity_id": id, "id": id, "user_id": id, "provider": .string("email"), "email": email,
            "identity_data": .object([
                "sub": id, "email": email, "email_verified": .bool(true), "phone_verified": .bool(false),
            ]), "created_at": created, "updated_at": updated,
        ])
        return .object([
            "id": id, "aud": .string("authenticated"), "role": .string("authenticated"), "email": email,
            "phone": .string(""), "email_confirmed_at": created, "confirmed_at": created,
            "app_metadata": .object(["provider": .string("email"), "providers": .array([.string("email")])]),
            "user_metadata": try JSONValue(parsing: Array(user.metadata.utf8), limits: AuthBody.limits),
            "identities": .array([identity]), "created_at": created, "updated_at": updated,
            "is_anonymous": .bool(false),
        ])
    }
}
