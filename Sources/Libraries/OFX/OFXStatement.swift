import COFX
import Glibc
import Synchronization

/// What libofx reads in a file with one investment statement.
///
/// libofx drops what it does not understand, without saying so. Transactions, positions and securities come in the order
/// of the library, which is not always that of the file.
package struct OFXStatement: Sendable {
    /// A position.
    package struct Position: Hashable, Sendable {
        /// The security.
        package var security: OFXSecurityID
        /// Whether the shares were sold short.
        package var isShort: Bool
        /// The number of shares.
        package var units: String?
        /// The price of one share.
        package var unitPrice: String?
        /// The currency of the price, if it is not that of the statement.
        package var currency: String?
    }

    /// A description of a security.
    package struct Security: Hashable, Sendable {
        /// How transactions and positions refer to it.
        package var id: OFXSecurityID
        /// Its name.
        package var name: String?
        /// Its ticker symbol.
        package var ticker: String?
    }

    /// The transactions.
    package private(set) var transactions: [OFXTransaction] = []
    /// The positions.
    package private(set) var positions: [Position] = []
    /// The securities.
    package private(set) var securities: [Security] = []
    /// The available cash.
    package private(set) var cash: String?

    /// libofx has global state: levels of messages, and variables of the environment that it sets for OpenSP.
    private static let lock = Mutex(())

    /// Reads a text in OFX.
    ///
    /// libofx copies the text to a temporary file in `TMPDIR`, which only the process's user can read, and which it removes
    /// when it returns. Blocks; one thread at a time reads.
    ///
    /// - Parameter text: OFX in SGML, from the tag `<OFX>` on, in UTF-8. The caller has checked that it is well-formed: libofx
    ///   is made for files of banks, not for hostile ones.
    /// - Throws: ``OFXError``.
    package init(_ text: [UInt8]) throws(OFXError) {
        if let folder = getenv("TMPDIR") ?? getenv("TMP") ?? getenv("TEMP") {
            // The library asserts that the name of its temporary file has less than 256 bytes.
            guard strlen(folder) < 200 else { throw .temporaryFolderUnusable }
        }
        let file = formwright_ofx_memory_file()
        guard file >= 0 else { throw .outOfMemory }
        defer { close(file) }
        guard Self.write(Array("OFXHEADER:100\nENCODING:UTF-8\nCHARSET:NONE\n\n".utf8) + text, to: file) else {
            throw .outOfMemory
        }
        let status = Self.lock.withLock { _ in
            withUnsafeMutablePointer(to: &self) { statement in
                var receiver = formwright_ofx_receiver(
                    context: UnsafeMutableRawPointer(statement),
                    transaction: { context, data in
                        guard let data, let transaction = OFXTransaction(data.pointee) else { return }
                        OFXStatement.at(context) { $0.transactions.append(transaction) }
                    },
                    position: { context, data in
                        guard let data, let position = Position(data.pointee) else { return }
                        OFXStatement.at(context) { $0.positions.append(position) }
                    },
                    security: { context, data in
                        guard let data, let security = Security(data.pointee) else { return }
                        OFXStatement.at(context) { $0.securities.append(security) }
                    },
                    cash: { context, amount in OFXStatement.at(context) { $0.cash = ofxNumber(amount) } })
                return formwright_ofx_read("/proc/self/fd/\(file)", &receiver)
            }
        }
        guard status == 0 else { throw .libraryMissing }
    }

    private static func at(_ context: UnsafeMutableRawPointer?, _ body: (inout OFXStatement) -> Void) {
        guard let context else { return }
        body(&context.assumingMemoryBound(to: OFXStatement.self).pointee)
    }

    private static func write(_ bytes: [UInt8], to file: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if count == 0 || errno != EINTR {
                return false
            }
        }
        return true
    }
}

extension OFXStatement.Position {
    init?(_ data: formwright_ofx_position) {
        guard let id = OFXSecurityID(data.unique_id, type: data.unique_id_type) else { return nil }
        security = id
        isShort = data.is_short != 0
        units = ofxNumber(data.units)
        unitPrice = ofxNumber(data.unit_price)
        currency = data.is_foreign != 0 ? data.currency.map(ofxText) : nil
    }
}

extension OFXStatement.Security {
    init?(_ data: formwright_ofx_security) {
        guard let id = OFXSecurityID(data.unique_id, type: data.unique_id_type) else { return nil }
        self.id = id
        name = data.name.map(ofxText)
        ticker = data.ticker.map(ofxText)
    }
}
