/// A channel that a client has joined.
struct RealtimeChannel: Sendable {
    /// What clients put before the name that they choose.
    static let prefix = "realtime:"

    /// The name by which the client knows the channel, with its prefix.
    let topic: String
    /// The client's name for its joining; another joining of the same topic is another channel.
    let joinRef: PhoenixMessage.Reference?
    /// Distinguishes the channel from earlier ones of the same topic.
    let number: Int
    /// In whose name rows are read.
    var caller: ProjectCaller
    /// What it listens to.
    let bindings: [ChangeBinding]

    /// The topic without its prefix.
    var name: String { String(topic.dropFirst(Self.prefix.count)) }
}
