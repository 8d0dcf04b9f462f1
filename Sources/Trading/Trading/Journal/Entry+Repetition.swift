extension Entry {
    /// Adds properties that only a repetition of the entry has.
    mutating func complete(from other: Entry) {
        if !time.hasTime, other.time.hasTime { time = other.time }
        if action == .addedShares, other.action == .split {
            // The ratio is exact, and independent of the shares held.
            (action, quantity, price) = (other.action, other.quantity, other.price)
        }
        if orderType == .market { orderType = other.orderType }
        rate = rate ?? other.rate
        id = id ?? other.id
        lot = lot ?? other.lot
        notes = notes ?? other.notes
    }

    /// Returns whether a repetition has another value, quantity or day.
    func differs(from other: Entry) -> Bool {
        if action != other.action { return time.day != other.time.day }
        return quantity != other.quantity || gross != other.gross || fees != other.fees || currency != other.currency
            || time.day != other.time.day
    }
}
