import Pipeline

extension RowHandler {
    /// Matches each file alone.
    ///
    /// Originals come first, then files of known originals, and orders once nothing is left that was there before them.
    public func match(_ look: inout Inbox.Look, in inbox: inout Inbox) throws {
        if look.complete.isEmpty { return }
        let taken = Set(try inbox.newcomers())
        let roles = Dictionary(uniqueKeysWithValues: taken.union(look.present.keys).map { ($0, role(of: $0)) })
        func stems(ofOriginals names: some Sequence<String>) -> Set<String> {
            Set(names.lazy.compactMap { roles[$0] }.filter { $0.part == .original }.map(\.stem))
        }
        let comingStems = stems(ofOriginals: roles.keys)
        // Their originals will become known, or will fail.
        let surelyComing = stems(ofOriginals: taken.union(look.complete))
        // An earlier file of the same name comes first, so that the newer one remains the newer one.
        let free = look.complete.subtracting(taken).sorted().compactMap { name in roles[name].map { (name, $0) } }
        look.hasWaiting = free.count < look.complete.count
        let incomplete = Set(look.present.keys).subtracting(free.lazy.map(\.0))
        var held: Set<String> = []
        for (name, role) in free where role.part == .original {
            look.match(name, stem: role.stem, turn: .leavingRoom)
        }
        for (name, role) in free where role.part == .companion || role.part == .inputs {
            if comingStems.contains(role.stem) {
                look.hasWaiting = true
                if surelyComing.contains(role.stem) { held.insert(name) }
            } else {
                switch inbox.findOriginal(of: name, stem: role.stem, in: &look) {
                case .found: look.match(name, stem: role.stem)
                case .unknown: break
                case .notYetKnown: held.insert(name)
                }
            }
        }
        for (name, role) in free where role.part == .order {
            let first = inbox.sighting(of: name)?.first ?? look.now
            let isMoreComing = incomplete.union(held).contains { other in
                guard roles[other]?.part != .order, let seen = inbox.sighting(of: other), seen.first <= first else {
                    return false
                }
                return held.contains(other) || taken.contains(other) || look.now - seen.since < Inbox.patience
            }
            if isMoreComing {
                look.hasWaiting = true
            } else {
                look.match(name, stem: role.stem, turn: .last)
            }
        }
    }
}
