package import FailureModel

/// The merged files of an account, with each entry once in the order of execution.
package struct Journal: Hashable, Sendable, Codable {
    /// A source of entries.
    package struct File: Hashable, Sendable, Codable {
        /// The name of the file.
        package var name: String
        /// Its format.
        package var format: String
        /// The last four characters of the broker's account number.
        package var accountNumberEnding: String?
        /// The days that the file covers completely, if it states them.
        package var coverage: ClosedRange<Day>?
        /// Lines and columns that the reader skipped.
        package var passedOver: PassedOver
        /// Notes for the user about reading the file; `nil` without notes.
        package var notes: [String]?
    }

    /// A line that repeats an entry of another file.
    package struct Duplicate: Hashable, Sendable, Codable {
        /// The index of the entry in ``Journal/entries``.
        package var entry: Int32
        /// The index of the file with the repetition.
        package var file: Int32
        /// The line of the repetition.
        package var line: Int32
        /// Whether it was found by the broker's identifier.
        package var isMatchedByID: Bool
        /// Whether quantity, price, amount, fees or currency differ; those of ``entry`` count.
        package var isDifferent: Bool
    }

    /// The files, in the order given.
    package var files: [File] = []
    /// The merged settings of all files; later files take precedence.
    package var settings = AccountSettings()
    /// The currency of the account.
    package var currency = CurrencyCode.usd
    /// The securities ordered by symbol; each has a symbol.
    package var securities: [Security] = []
    /// The entries in their effective order: by time, then by line.
    package var entries: [Entry] = []
    /// Lines omitted because another file has them.
    package var duplicates: [Duplicate] = []
    /// The lines that the ledger does not support.
    package var omissions: [Omission] = []
    /// The names of files that could not be read and are ignored; `nil` without any.
    package var unreadFiles: [String]?
    /// Notes for the user about the files as a whole; `nil` without notes.
    package var accountNotes: [String]?
    /// The broker's positions.
    package var positions: [BrokerPosition] = []
    /// The broker's cash.
    package var balances: [CashBalance] = []
    /// The closes, including prices of the broker's positions on days without another.
    package var prices = PriceTable([], securityCount: 0)
    /// The exchange rates.
    package var rates = RateTable([])
    /// The opinions of each file.
    package var opinions: [[Opinion]] = []
    /// The newest day in any file, if any.
    package var asOf: Day?

    /// Maximum number of entries of an account.
    package static let maximumEntryCount = 1_000_000
    /// Maximum number of closes of an account.
    package static let maximumPriceCount = 5_000_000

    /// Creates an empty journal.
    package init() {}

    /// Merges files.
    ///
    /// - Parameter files: the files, in an order that stays the same when files are added. The first file takes
    ///   precedence for repeated entries, the last one for prices, rates and settings.
    /// - Throws: ``ErrorCode/tooManyRows``, or ``ErrorCode/unsupportedSecurity`` if lines are omitted and the settings
    ///   contain `reconcile: strict`.
    package init(merging files: consuming [EntryFile]) throws(Failure) {
        var files = consume files
        files.leaveOutCorrected()
        self.files = files.map {
            File(
                name: $0.name, format: $0.format, accountNumberEnding: $0.accountNumberEnding, coverage: $0.coverage,
                passedOver: $0.passedOver, notes: $0.notes)
        }
        for file in files {
            guard let newer = file.settings else { continue }
            settings = settings.overridden(by: newer)
        }
        let userFirst = files.indices.sorted {
            (files[$0].settings == nil ? 1 : 0, $0) < (files[$1].settings == nil ? 1 : 0, $1)
        }
        let linker = SecurityLinker(userFirst.map { files[$0].securities })
        securities = linker.securities
        var indices = Array(repeating: [Int32](), count: files.count)
        for (place, file) in userFirst.enumerated() { indices[file] = linker.indices[place] }
        let choice = AccountCurrency(of: files, settings: settings)
        currency = choice.currency
        let notes = choice.notes + AccountNumbers.notes(on: files)
        accountNotes = notes.isEmpty ? nil : notes

        let count = files.reduce(0) { $0 + $1.entries.count }
        guard count <= Journal.maximumEntryCount else {
            throw Failure(
                .tooManyRows,
                "The files of the account have \(count) entries; the limit is \(Journal.maximumEntryCount).")
        }
        let priceCount = files.reduce(0) { $0 + $1.prices.count }
        guard priceCount <= Journal.maximumPriceCount else {
            throw Failure(
                .tooManyRows,
                "The files of the account have \(priceCount) closes; the limit is \(Journal.maximumPriceCount).")
        }
        var keys: [OrderKey] = []
        keys.reserveCapacity(count)
        var prices: [PriceRow] = []
        var positionPrices: [PriceRow] = []
        var rates: [RateRow] = []
        var renamed = RenamedSecurities()
        for file in files.indices {
            if let base = files[file].currency, base != currency { rates += files[file].moveRates(to: base) }
            let index = Int32(file)
            let map = indices[file]
            files[file].joinRenamed(map, &renamed)
            let isNewestFirst = Journal.isNewestFirst(files[file].entries)
            let start = entries.count
            // This avoids a second copy of a million entries, which take 200 MB.
            if start == 0 { swap(&entries, &files[file].entries) } else { entries += files[file].entries }
            files[file].entries = []
            for place in start..<entries.count {
                entries[place].file = index
                entries[place].security = entries[place].security.map { map[Int($0)] }
                entries[place].origin = entries[place].origin.map { map[Int($0)] }
                let line = isNewestFirst ? -entries[place].line : entries[place].line
                keys.append(
                    OrderKey(instant: entries[place].time.instant, file: index, line: line, index: Int32(place)))
            }
            for var omission in files[file].omissions {
                omission.file = index
                omission.security = omission.security.map { map[Int($0)] }
                omissions.append(omission)
            }
            for var position in files[file].positions {
                position.file = index
                position.security = map[Int(position.security)]
                positions.append(position)
                if let price = position.price, price > 0 {
                    positionPrices.append(
                        PriceRow(
                            security: position.security, day: position.day, close: price, currency: position.currency))
                }
            }
            for var balance in files[file].balances {
                balance.file = index
                balances.append(balance)
            }
            for var price in files[file].prices {
                price.security = map[Int(price.security)]
                prices.append(price)
            }
            rates += files[file].rates
            opinions.append(
                files[file].opinions.map { opinion in
                    var opinion = opinion
                    opinion.security = map[Int(opinion.security)]
                    return opinion
                })
        }
        renamed.apply(to: &securities, besides: files, indices)
        opinions.removeAll(where: \.isEmpty)
        if files.contains(where: { $0.format == "prices" && !$0.prices.isEmpty }) {
            let used = Set(entries.lazy.flatMap { [$0.security, $0.origin].compactMap { $0 } })
            let notes = UnusedCloses.notes(on: files, indices, used: used, securities)
            if !notes.isEmpty { accountNotes = (accountNotes ?? []) + notes }
        }
        self.prices = PriceTable(positionPrices + prices, securityCount: securities.count)
        self.rates = RateTable(rates, applied: AppliedRates(of: entries, to: currency).rows)
        removeDuplicates(&keys)
        sort(by: &keys)
        settleTransfers()
        asOf = lastDay
        leaveOutRelated()
        if settings.reconcile == .strict {
            try refuseOmissions()
        }
    }

    /// Whether lines were omitted, so that any figure may be wrong.
    package var isIncomplete: Bool { !omissions.isEmpty }

    /// The sort key of an entry in the order of execution.
    private struct OrderKey: Comparable {
        let instant: Int64
        let file: Int32
        let line: Int32
        var index: Int32

        static func < (left: OrderKey, right: OrderKey) -> Bool {
            (left.instant, left.file, left.line, left.index) < (right.instant, right.file, right.line, right.index)
        }
    }

    /// Returns an entry's conversion rate: the broker's own, or else that of its day.
    ///
    /// - Returns: units of ``currency`` for one unit of the entry's currency, or `nil` if there is no rate.
    package func rate(of entry: Entry) -> Amount? {
        if entry.currency == currency { return 1 }
        return entry.rate ?? rates.rate(from: entry.currency, to: currency, on: entry.time.day)
    }

    /// Returns whether a file lists its newest entries first.
    ///
    /// Of two entries without times, the later line is then the earlier entry.
    private static func isNewestFirst(_ entries: [Entry]) -> Bool {
        var balance = 0
        for (left, right) in zip(entries, entries.dropFirst()) {
            if left.time < right.time { balance += 1 } else if right.time < left.time { balance -= 1 }
        }
        return balance < 0
    }

    /// Omits transfers without a cost, unless the user's lots have the same shares.
    private mutating func settleTransfers() {
        var open: [Int: Int32] = [:]
        var openings: [Int32: [Int]] = [:]
        for (index, entry) in entries.enumerated() {
            if entry.action == .transferIn, entry.price == nil, entry.amount == nil {
                open[index] = -1
            } else if entry.action == .opening, let security = entry.security {
                openings[security, default: []].append(index)
            }
        }
        for index in open.keys.sorted() {
            let entry = entries[index]
            guard let security = entry.security, let lots = openings[security] else { continue }
            // One lot, or all of them: the shares of a transfer can have been bought at several times.
            if let lot = lots.first(where: { entries[$0].quantity.isSameQuantity(as: entry.quantity) }) {
                open[index] = Int32(lot)
                openings[security]?.removeAll { $0 == lot }
            } else if lots.reduce(0, { $0 + entries[$1].quantity }).isSameQuantity(as: entry.quantity) {
                open[index] = Int32(lots[0])
                openings[security] = []
            }
        }
        guard !open.isEmpty else { return }
        for (index, lot) in open.sorted(by: { $0.key < $1.key }) {
            let entry = entries[index]
            if lot >= 0, entry.fees != 0 {
                // The lots state the cost; what the broker charged for the transfer is paid in cash.
                (entries[index].action, entries[index].amount) = (.fee, entry.fees)
                (entries[index].quantity, entries[index].fees, entries[index].lot) = (0, 0, nil)
                open[index] = nil
            } else if lot >= 0 {
                duplicates.append(
                    Duplicate(entry: lot, file: entry.file, line: entry.line, isMatchedByID: false, isDifferent: false))
            } else {
                omissions.append(
                    Omission(.transfer, security: entry.security, file: entry.file, line: entry.line))
            }
        }
        remove { open[$0] != nil }
        omissions.sort { ($0.file, $0.line) < ($1.file, $1.line) }
    }

    /// Removes entries, with their repetitions.
    ///
    /// - Returns: the repetitions of removed entries.
    @discardableResult private mutating func remove(_ isRemoved: (Int) -> Bool) -> [Duplicate] {
        var places = Array(repeating: Int32(-1), count: entries.count)
        var next = 0
        for index in entries.indices where !isRemoved(index) {
            places[index] = Int32(next)
            if next != index { entries[next] = entries[index] }
            next += 1
        }
        entries.removeLast(entries.count - next)
        let removed = duplicates.filter { places[Int($0.entry)] < 0 }
        duplicates.removeAll { places[Int($0.entry)] < 0 }
        for index in duplicates.indices { duplicates[index].entry = places[Int(duplicates[index].entry)] }
        return removed
    }

    /// Omits all trades in securities that cannot be booked because others are omitted.
    ///
    /// These are debt, since a redemption needs its purchase, and securities that would be oversold, with those that
    /// came from them in a merger.
    private mutating func leaveOutRelated() {
        let known = Set(omissions.compactMap(\.security))
        guard !known.isEmpty else { return }
        let debt = Set(omissions.lazy.filter { $0.reason == .debt }.compactMap(\.security))
        var left = debt.union(known.intersection(unbookableSecurities))
        guard !left.isEmpty else { return }
        for entry in entries where entry.action == .merger {
            if let origin = entry.origin, left.contains(origin), let security = entry.security { left.insert(security) }
        }
        func isRelated(_ entry: Entry) -> Bool {
            entry.action.needsSecurity && entry.security.map(left.contains) == true
                || entry.action == .merger && entry.origin.map(left.contains) == true
        }
        let related = entries.indices.filter { isRelated(entries[$0]) }
        let securities = entries.map(\.security)
        for index in related {
            let entry = entries[index]
            let omission = Omission(.related, security: entry.security, file: entry.file, line: entry.line)
            // A split and the sale of its fraction are entries of one line.
            if omissions.last != omission { omissions.append(omission) }
        }
        let places = Set(related)
        for duplicate in remove({ places.contains($0) }) {
            omissions.append(
                Omission(
                    .related, security: securities[Int(duplicate.entry)], file: duplicate.file, line: duplicate.line))
        }
        for position in positions where left.contains(position.security) {
            omissions.append(Omission(.related, security: position.security, file: position.file, line: position.line))
        }
        positions.removeAll { left.contains($0.security) }
        omissions.sort { ($0.file, $0.line) < ($1.file, $1.line) }
    }

    /// The securities that would be oversold, or split while none are held.
    private var unbookableSecurities: Set<Int32> {
        var books = Bookkeeper(self, .quantities)
        while books.nextDay != nil { books.bookNext() }
        return books.unbookable
    }

    private func refuseOmissions() throws(Failure) {
        let failures = omissions.prefix(Failure.maximumDetailCount).map { omission in
            Failure(
                omission.reason == .unknown ? .unknownAction : .unsupportedSecurity, reason(of: omission),
                at: location(file: omission.file, line: omission.line))
        }
        if let failure = Failure(all: failures) { throw failure }
    }

    private mutating func removeDuplicates(_ keys: inout [OrderKey]) {
        var numbers: [String: Int32] = [:]
        let formats = files.map { file in
            let number = numbers[file.format] ?? Int32(numbers.count)
            numbers[file.format] = number
            return number
        }
        // The merger itself is released, since it would hold a second copy of the entries once they change.
        let (originals, isMatchedByID) = EntryMerger.repetitions(
            in: entries, formats: formats, accounts: FileAccounts(endings: files.map(\.accountNumberEnding)))
        var places = Array(repeating: Int32(-1), count: entries.count)
        var next = 0
        for index in entries.indices {
            let original = originals[index]
            if original >= 0 {
                let place = places[Int(original)]
                let entry = entries[index]
                duplicates.append(
                    Duplicate(
                        entry: place, file: entry.file, line: entry.line, isMatchedByID: isMatchedByID[index],
                        isDifferent: entries[Int(place)].differs(from: entry)))
                places[index] = place
                entries[Int(place)].complete(from: entry)
            } else {
                places[index] = Int32(next)
                if next != index {
                    entries[next] = entries[index]
                    keys[next] = keys[index]
                }
                keys[next].index = Int32(next)
                next += 1
            }
        }
        guard next < entries.count else { return }
        entries.removeLast(entries.count - next)
        keys.removeLast(keys.count - next)
        // A time of day that only a repetition has counts as well.
        keys = keys.map { key in
            OrderKey(
                instant: entries[Int(key.index)].time.instant, file: key.file, line: key.line, index: key.index)
        }
    }

    /// Sorts the entries in place, since a second copy takes too much memory.
    private mutating func sort(by keys: inout [OrderKey]) {
        keys.sort()
        if !duplicates.isEmpty {
            var places = Array(repeating: Int32(0), count: keys.count)
            for (place, key) in keys.enumerated() { places[Int(key.index)] = Int32(place) }
            for index in duplicates.indices { duplicates[index].entry = places[Int(duplicates[index].entry)] }
        }
        for start in keys.indices where Int(keys[start].index) != start {
            let displaced = entries[start]
            var place = start
            while true {
                let source = Int(keys[place].index)
                keys[place].index = Int32(place)
                if source == start {
                    entries[place] = displaced
                    break
                }
                entries[place] = entries[source]
                place = source
            }
        }
    }

    private var lastDay: Day? {
        var days = [prices.rows.lazy.map(\.day).max(), rates.lastDay].compactMap { $0 }
        days += positions.map(\.day) + balances.map(\.day) + opinions.joined().map(\.day)
        if let day = entries.lazy.map(\.time.day).max() { days.append(day) }
        return days.max()
    }

    /// Returns the reason of an omission as a sentence.
    package func reason(of omission: Omission) -> String {
        // Column files define the words of tables, and nothing about OFX.
        omission.reason == .unknown && files[Int(omission.file)].format == "ofx"
            ? "The element is not known." : omission.reason.sentence
    }

    /// Returns the location of a line, for messages.
    func location(file: Int32, line: Int32) -> Failure.Location {
        .file(files[Int(file)].name, line: Int(line), column: nil)
    }
}

extension Failure {
    /// Maximum number of errors listed in one failure.
    package static let maximumDetailCount = 100
}

extension EntryFile {
    /// Removes rates that only value cash in another currency than the account's, and returns them.
    fileprivate mutating func moveRates(to base: CurrencyCode) -> [RateRow] {
        var rows: [RateRow] = []
        for index in entries.indices where entries[index].keepsCurrency {
            let entry = entries[index]
            if let rate = entry.rate, entry.currency != base {
                rows.append(RateRow(from: entry.currency, to: base, day: entry.time.day, rate: rate))
            }
            entries[index].rate = nil
        }
        return rows
    }
}
