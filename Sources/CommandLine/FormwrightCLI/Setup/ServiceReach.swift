import ArgumentParser
import FailureModel
import HTTPService
import Pipeline

/// How other machines reach the service.
enum ServiceReach: Hashable {
    /// Directly, over connections that the service encrypts.
    case network
    /// Through a proxy on this machine that encrypts.
    case proxy(PublicURL)

    /// The words of the option.
    enum Kind: String, CaseIterable, ExpressibleByArgument { case network, proxy }

    private static let networkPort = 8443
    private static let proxyPort = 8080

    /// Reads the address of a proxy.
    ///
    /// - Throws: `malformed_settings`.
    static func proxy(at text: String) throws(Failure) -> ServiceReach {
        guard let url = PublicURL(text), url.isSecure else {
            throw Failure(
                .malformedSettings,
                "The address of the proxy must be https:// and a host, such as https://forms.example.org.")
        }
        return .proxy(url)
    }

    /// Returns whether settings let other machines reach the service so.
    func isSet(in settings: ServiceSettings) -> Bool {
        switch self {
        case .network: !settings.isLoopback && settings.tls != nil && settings.publicURL == nil
        case .proxy(let url): settings.isLoopback && settings.tls == nil && settings.publicURL == url
        }
    }

    /// Changes the settings of the service as far as they do not suit.
    ///
    /// An address of the network, a certificate in files and a port of the administrator's choice stay.
    ///
    /// - Parameters:
    ///   - settings: the earlier settings.
    ///   - port: the port; `nil` for the earlier one, or the usual one instead of that of the other way.
    ///   - text: the text of the settings file.
    /// - Throws: `malformed_settings` if the section cannot be changed.
    func write(from settings: ServiceSettings, port: Int?, to text: inout SettingsText) throws(Failure) {
        let section = ServiceSettings.section
        switch self {
        case .network:
            try text.set("publicURL", in: section, to: nil)
            if settings.tls == nil { try text.set("tls", in: section, to: "self") }
            let usual = settings.port == Self.proxyPort ? Self.networkPort : settings.port
            try text.set("port", in: section, to: "\(port ?? usual)")
            if settings.isLoopback { try text.set("bind", in: section, to: "0.0.0.0") }
        case .proxy(let url):
            try text.set("tls", in: section, to: nil)
            try text.set("publicURL", in: section, to: url.origin)
            let usual = settings.port == Self.networkPort ? Self.proxyPort : settings.port
            try text.set("port", in: section, to: "\(port ?? usual)")
            if !settings.isLoopback { try text.set("bind", in: section, to: "127.0.0.1") }
        }
    }
}
