import Foundation
import NIOCore

/// The names and addresses under which others on the network reach this machine.
package enum MachineNames {
    /// The host name in lower case, and its name in multicast DNS.
    ///
    /// It is empty if the name has characters that host names do not have.
    package static var hosts: [String] {
        var buffer = [CChar](repeating: 0, count: 256)
        guard gethostname(&buffer, buffer.count - 1) == 0 else { return [] }
        let name = String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self).lowercased()
        guard !name.isEmpty, let authority = Authority(name), authority.host == name else { return [] }
        return name.contains(".") ? [name] : [name, "\(name).local"]
    }

    /// The addresses of the network interfaces.
    package static var addresses: [String] {
        let devices = (try? System.enumerateDevices()) ?? []
        return devices.compactMap { $0.address?.ipAddress?.lowercased() }
    }

    /// Returns the names and addresses of a service that is bound to an address.
    ///
    /// The first is to be shown to people. Addresses that are valid on one link only are left out.
    package static func names(boundTo address: String) -> [String] {
        let isAny = ["0.0.0.0", "::"].contains(address)
        let bound =
            isAny
            ? addresses.filter { $0 != "127.0.0.1" && $0 != "::1" && !$0.hasPrefix("fe80:") } : [address.lowercased()]
        var names: [String] = []
        for name in (isAny ? hosts + bound : bound + hosts) + ["localhost", "127.0.0.1", "::1"]
        where !names.contains(name) {
            names.append(name)
        }
        return names
    }
}
