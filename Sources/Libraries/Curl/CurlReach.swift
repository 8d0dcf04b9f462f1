import CCurl
import Foundation

/// A rule about the addresses that a request may connect to.
///
/// It decides about the very address that is connected to, after the name was resolved: a server that changes its
/// answers cannot lead a request elsewhere. No proxy of the environment is used.
package struct CurlReach: Sendable {
    /// Returns whether an address of 4 or 16 bytes may be connected to.
    package let mayConnect: @Sendable (_ address: [UInt8]) -> Bool

    /// Creates a rule.
    package init(_ mayConnect: @escaping @Sendable (_ address: [UInt8]) -> Bool) {
        self.mayConnect = mayConnect
    }

    /// Returns the bytes of an internet address; `nil` for any other.
    static func bytes(of address: UnsafeMutablePointer<curl_sockaddr>) -> [UInt8]? {
        guard let offset = MemoryLayout<curl_sockaddr>.offset(of: \.addr) else { return nil }
        let start = UnsafeRawPointer(address) + offset
        let length = Int(address.pointee.addrlen)
        switch address.pointee.family {
        case AF_INET where length >= MemoryLayout<sockaddr_in>.size:
            return withUnsafeBytes(of: start.loadUnaligned(as: sockaddr_in.self).sin_addr) { Array($0) }
        case AF_INET6 where length >= MemoryLayout<sockaddr_in6>.size:
            return withUnsafeBytes(of: start.loadUnaligned(as: sockaddr_in6.self).sin6_addr) { Array($0) }
        default: return nil
        }
    }
}
