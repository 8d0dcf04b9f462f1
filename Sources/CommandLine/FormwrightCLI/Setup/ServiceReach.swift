import ArgumentParser
import FailureModel
import HTTPService
import Pipeline

/// How other machines reach the service.
enum ServiceReach: Hashable {
    /// Directly, over connections that the service encrypts with a certificate that it makes.
    case network
    /// Through a proxy on this machine that encrypts.
    case proxy(PublicURL)

    /// The words of the option.
    enum Kind: String, CaseIterable, ExpressibleByArgument { case network, proxy }

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

    /// The usual port.
    var port: Int {
        switch self {
        case .network: 8443
        case .proxy: 8080
        }
    }

    /// Writes the settings of the service.
    ///
    /// - Throws: `malformed_settings` if the section cannot be changed.
    func write(port: Int, to text: inout SettingsText) throws(Failure) {
        let section = ServiceSettings.section
        switch self {
        case .network:
            try text.set("publicURL", in: section, to: nil)
            try text.set("tls", in: section, to: "self")
            try text.set("port", in: section, to: "\(port)")
            try text.set("bind", in: section, to: "0.0.0.0")
        case .proxy(let url):
            try text.set("tls", in: section, to: nil)
            try text.set("publicURL", in: section, to: url.origin)
            try text.set("port", in: section, to: "\(port)")
            try text.set("bind", in: section, to: "127.0.0.1")
        }
    }
}
