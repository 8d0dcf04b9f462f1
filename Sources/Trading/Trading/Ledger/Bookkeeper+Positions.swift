/// The positions of securities, held or sold short.
extension Bookkeeper {
    /// The shares of a security; negative if they were sold short.
    func quantity(_ place: Int) -> Amount { books[place].quantity - (shorts[Int32(place)]?.quantity ?? 0) }

    /// The exact cost of a security's shares; negative for those sold short.
    func cost(_ place: Int) -> Amount { books[place].cost - (shorts[Int32(place)]?.cost ?? 0) }

    /// The entry that opened the oldest lot of a security.
    func oldest(_ place: Int) -> Int32? {
        [books[place].oldest, shorts[Int32(place)]?.oldest].compactMap { $0 }.min()
    }

    /// The lots of a security, in the order of their opening.
    func openLots(_ place: Int) -> [Lot] {
        let long = books[place].open
        guard let short = shorts[Int32(place)] else { return long }
        return long
            + short.open.map { lot in
                var lot = lot
                (lot.quantity, lot.cost, lot.unitCost) = (-lot.quantity, -lot.cost, -lot.unitCost)
                return lot
            }
    }
}
