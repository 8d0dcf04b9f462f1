/// A channel joined by a client.
struct RealtimeChannel: Sendable {
    /// The prefix of the names that clients choose.
    static let prefix = "realtime:"

    /// The name of the channel, including the prefix.
    let topic: String
    /// The client's reference of its join; another join of the same topic is another channel.
    let joinRef: PhoenixMessage.Reference?
    /// A number that distinguishes the channel from earlier ones of the same topic.
    let number: Int
    /// The caller with permission to read the rows.
    var caller: ProjectCaller
    /// The bindings of the channel.
    let bindings: [ChangeBinding]

    /// The topic without its prefix.
    var name: String { String(topic.dropFirst(Self.prefix.count)) }
}
