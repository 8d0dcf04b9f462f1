/// The open lots of one security.
struct LotBook {
    /// Shares taken from one lot.
    struct Part {
        let entry: Int32
        let quantity: Amount
        let cost: Amount
        /// The mean exchange rate of the cost under ``LotMethod/average``.
        var meanRate: Amount?
    }

    private let method: LotMethod
    /// Whether to track lots rather than ``quantity`` only.
    private let keepsLots: Bool
    /// The lots in the order of purchase; a heap under ``LotMethod/hifo``.
    ///
    /// The root of the heap has the highest cost per share.
    private var lots: [Lot] = []
    /// The number of exhausted lots at the front.
    private var head = 0
    /// The lots by name, for ``LotMethod/specific``.
    private var places: [String: [Int]] = [:]
    /// The shares held.
    private(set) var quantity: Amount = 0
    /// The exact cost of these shares.
    private(set) var cost: Amount = 0
    /// The cost in the currency of the trades, for ``LotMethod/average``; `nil` with several currencies.
    private var tradedCost: Amount? = 0
    private var tradedCurrency: CurrencyCode?
    /// Whether shares were ever split.
    private(set) var isSplit = false

    init(method: LotMethod, keepsLots: Bool) {
        self.method = method
        self.keepsLots = keepsLots
    }

    /// The lots with shares, in the order of purchase.
    var open: [Lot] {
        var open = lots[head...].filter { $0.quantity > 0 }
        if method == .hifo { open.sort { $0.entry < $1.entry } }
        if method == .average {
            var (restQuantity, restCost) = (quantity, cost)
            for index in open.indices {
                let part = LotBook.part(open[index].quantity, of: restQuantity, worth: restCost)
                restQuantity -= open[index].quantity
                restCost -= part
                open[index].cost = part
            }
        }
        return open
    }

    /// The entry that opened the oldest lot with shares.
    var oldest: Int32? { lots[head...].lazy.filter { $0.quantity > 0 }.map(\.entry).min() }

    /// Adds a purchase.
    ///
    /// - Parameters:
    ///   - lot: the shares and their cost.
    ///   - names: the names by which a sale can select the lot.
    ///   - traded: the cost in the currency of the trade.
    mutating func add(_ lot: Lot, names: [String], traded: (cost: Amount, currency: CurrencyCode)? = nil) {
        if method == .average { addTraded(traded) }
        quantity += lot.quantity
        guard keepsLots else { return }
        cost += lot.cost
        lots.append(lot)
        switch method {
        case .hifo: siftUp(lots.count - 1)
        case .specific: for name in names { places[name, default: []].append(lots.count - 1) }
        case .fifo, .lifo, .average: break
        }
    }

    /// Sorts the lots by purchase, after a merger added some that are older than others.
    mutating func sortByPurchase() {
        guard keepsLots, method != .hifo else { return }
        let rest = lots[head...]
        guard zip(rest, rest.dropFirst()).contains(where: { $1.entry < $0.entry }) else { return }
        let order = rest.indices.sorted { (lots[$0].entry, $0) < (lots[$1].entry, $1) }
        if !places.isEmpty {
            // Names refer to places.
            var moved = Array(lots.indices)
            for (offset, old) in order.enumerated() { moved[old] = head + offset }
            places = places.mapValues { $0.map { moved[$0] }.sorted() }
        }
        lots.replaceSubrange(head..., with: order.map { lots[$0] })
    }

    private mutating func addTraded(_ traded: (cost: Amount, currency: CurrencyCode)?) {
        if quantity == 0 { (tradedCost, tradedCurrency) = (0, traded?.currency) }
        tradedCost =
            traded?.currency == tradedCurrency ? tradedCost.flatMap { sum in traded.map { sum + $0.cost } } : nil
    }

    /// Reduces the cost of the lots in proportion, and returns what exceeds it.
    mutating func reduceCost(by amount: Amount) -> Amount {
        guard keepsLots, cost > 0 else { return keepsLots ? amount : 0 }
        let (reduction, total) = (min(amount, cost), cost)
        var rest = reduction
        let last = lots.lastIndex { $0.quantity > 0 }
        for index in lots.indices where lots[index].quantity > 0 && method != .average {
            let part = index == last ? rest : (lots[index].cost * reduction).divided(by: total)
            lots[index].cost -= part
            lots[index].unitCost = lots[index].cost.divided(by: lots[index].quantity)
            rest -= part
        }
        if let traded = tradedCost, method == .average {
            tradedCost = (traded * (total - reduction)).divided(by: total)
        }
        cost -= reduction
        if method == .hifo { heapify() }
        return amount - reduction
    }

    /// Takes at most the held shares, in the order of the method.
    mutating func take(_ wanted: Amount) -> [Part] {
        guard keepsLots else {
            quantity -= wanted
            return []
        }
        var parts: [Part] = []
        var rest = wanted
        while rest > 0, head < lots.count {
            let place = method == .lifo ? lots.count - 1 : method == .hifo ? 0 : head
            if lots[place].quantity <= 0 {
                remove(place)
                continue
            }
            let part = take(min(rest, lots[place].quantity), at: place)
            rest -= part.quantity
            parts.append(part)
            if lots[place].quantity <= 0 { remove(place) }
        }
        return parts
    }

    /// Takes shares of lots with a name, at most as many as they have.
    mutating func take(_ wanted: Amount, named name: String) -> [Part] {
        var parts: [Part] = []
        var rest = wanted
        for place in places[name] ?? [] where rest > 0 && lots[place].quantity > 0 {
            let part = take(min(rest, lots[place].quantity), at: place)
            rest -= part.quantity
            parts.append(part)
        }
        return parts
    }

    /// Returns the number of shares in lots with a name.
    func quantity(named name: String) -> Amount {
        (places[name] ?? []).reduce(0) { $0 + lots[$1].quantity }
    }

    /// Multiplies the shares and keeps the cost.
    mutating func split(_ new: Amount, for old: Amount) {
        isSplit = true
        let total = Self.shares(quantity, new, for: old)
        var rest = total
        let last = lots.lastIndex { $0.quantity > 0 }
        for index in lots.indices where lots[index].quantity > 0 {
            // The last lot absorbs the rounding error, so that the parts add up.
            lots[index].quantity = index == last ? rest : Self.shares(lots[index].quantity, new, for: old)
            lots[index].unitCost = lots[index].unitCost * old / new
            rest -= lots[index].quantity
        }
        quantity = total
    }

    /// Returns the number of shares after a split.
    ///
    /// Thirty places keep sums exact, and let a later split restore the number that an earlier one divided.
    private static func shares(_ quantity: Amount, _ new: Amount, for old: Amount) -> Amount {
        let quotient = quantity * new / old
        let shares = quotient.rounded(toPlaces: 30)
        guard shares != 0 else { return quotient }
        let short = shares.rounded(toPlaces: 15)
        return short != 0 && (shares - short).magnitude < Amount(scaled: 1, places: 24) ? short : shares
    }

    private mutating func take(_ taken: Amount, at place: Int) -> Part {
        let partCost =
            method == .average
            ? LotBook.part(taken, of: quantity, worth: cost)
            : LotBook.part(taken, of: lots[place].quantity, worth: lots[place].cost)
        if taken == lots[place].quantity {
            lots[place].quantity = 0
            if method != .average { lots[place].cost = 0 }
        } else {
            lots[place].quantity -= taken
            if method != .average { lots[place].cost -= partCost }
        }
        var meanRate: Amount?
        if method == .average, let traded = tradedCost, traded != 0 {
            meanRate = cost / traded
            tradedCost = traded - LotBook.part(taken, of: quantity, worth: traded)
        }
        quantity -= taken
        cost = quantity == 0 ? 0 : cost - partCost
        return Part(entry: lots[place].entry, quantity: taken, cost: partCost, meanRate: meanRate)
    }

    private static func part(_ taken: Amount, of quantity: Amount, worth cost: Amount) -> Amount {
        taken == quantity ? cost : (cost * taken).divided(by: quantity)
    }

    /// Removes an exhausted lot.
    private mutating func remove(_ place: Int) {
        switch method {
        case .lifo:
            lots.removeLast()
        case .hifo:
            lots.swapAt(0, lots.count - 1)
            lots.removeLast()
            siftDown()
        case .fifo, .average:
            head += 1
            if head > 1000, head > lots.count / 2 {
                lots.removeFirst(head)
                head = 0
            }
        case .specific:
            // Names refer to places.
            head += 1
        }
    }

    // MARK: Heap

    private func isBefore(_ left: Int, _ right: Int) -> Bool {
        let (left, right) = (lots[left], lots[right])
        return left.unitCost != right.unitCost ? left.unitCost > right.unitCost : left.entry < right.entry
    }

    private mutating func siftUp(_ place: Int) {
        var place = place
        while place > 0, isBefore(place, (place - 1) / 2) {
            lots.swapAt(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
    }

    private mutating func heapify() {
        for place in lots.indices.reversed() { siftDown(from: place) }
    }

    private mutating func siftDown(from start: Int = 0) {
        var place = start
        while true {
            var first = place
            for child in [2 * place + 1, 2 * place + 2] where child < lots.count && isBefore(child, first) {
                first = child
            }
            if first == place { return }
            lots.swapAt(first, place)
            place = first
        }
    }
}
