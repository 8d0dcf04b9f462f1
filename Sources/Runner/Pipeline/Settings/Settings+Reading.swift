extension RunnerSettings {
    init(reading node: SettingsNode?, backoff: Backoff?) {
        let keys = node?.mapping(known: ["workers", "ownerWorkers", "lease", "poll", "drain"]) ?? [:]
        let usual = RunnerSettings()
        self.init(
            workers: keys["workers"]?.integer(in: 1...1024) ?? usual.workers,
            lease: keys["lease"]?.duration(in: .seconds(1)...Job.longestLease) ?? usual.lease,
            poll: keys["poll"]?.duration(in: .milliseconds(10) ... .seconds(60)) ?? usual.poll,
            drain: keys["drain"]?.duration(in: .zero ... .seconds(3600)) ?? usual.drain,
            backoff: backoff ?? usual.backoff, ownerWorkers: keys["ownerWorkers"]?.integer(in: 1...1024))
    }
}

extension Backoff {
    init(reading node: SettingsNode) {
        let keys = node.mapping(known: ["base", "factor", "ceiling", "jitter"])
        let usual = Backoff()
        self.init(
            base: keys["base"]?.duration(in: .zero ... .seconds(3600)) ?? usual.base,
            factor: keys["factor"]?.number(in: 1...100) ?? usual.factor,
            ceiling: keys["ceiling"]?.duration(in: .zero ... .seconds(86_400)) ?? usual.ceiling,
            jitter: keys["jitter"]?.number(in: 0...1) ?? usual.jitter)
    }
}

extension ContentKind {
    /// Reads the stages from a file; an omitted list keeps the default stages.
    init(reading node: SettingsNode, usual: ContentKind) {
        let keys = node.mapping(known: ["processing", "filling"])
        var seen: Set<StageName> = []
        var isReadable = true
        func planned(_ key: String, usual stages: [PlannedStage]) -> [PlannedStage] {
            let items = keys[key]?.items()
            let list: [(item: SettingsNode, planned: PlannedStage)] =
                items?.compactMap { item in PlannedStage(reading: item, of: usual).map { (item, $0) } }
                ?? stages.map { (node, $0) }
            // A stage that needs a misspelt one is not reported, since that would repeat the same error.
            if let items, list.count < items.count { isReadable = false }
            guard isReadable || items != nil else { return [] }
            return list.compactMap { item, planned in
                for missing in planned.stage.needs.subtracting(seen).map(\.text).sorted() {
                    item.report("The stage “\(planned.stage.name)” needs “\(missing)” before it.")
                }
                guard seen.insert(planned.stage.name).inserted else {
                    item.report("The stage “\(planned.stage.name)” is listed twice in the kind “\(usual.name)”.")
                    return nil
                }
                return planned
            }
        }
        let processing = planned("processing", usual: usual.processing)
        self.init(
            usual.name, processing: processing, filling: planned("filling", usual: usual.filling),
            onDemand: usual.onDemand, storedInputs: usual.storedInputs)
    }
}

extension ContentKind.PlannedStage {
    /// Reads `name` or `name: {limits}`; omitted limits keep the stage's defaults.
    init?(reading item: SettingsNode, of kind: ContentKind) {
        var place = item
        var limits: SettingsNode?
        if item.isMapping {
            let entries = item.entries()
            guard entries.count == 1, let (key, value) = entries.first else {
                item.report("A stage must be a name, or a name with its limits.")
                return nil
            }
            place = key
            limits = value
        }
        guard let name = place.text() else { return nil }
        let declarable = kind.processing + kind.filling
        guard let usual = declarable.first(where: { $0.stage.name == StageName(name) }) else {
            let known = declarable.map(\.stage.name.text)
            place.report(SettingsNode.unknown("stage of the kind “\(kind.name)”:", name, among: known))
            return nil
        }
        self.init(
            usual.stage, limits: limits.map { StageLimits(reading: $0, usual: usual.limits) } ?? usual.limits,
            request: usual.request)
    }
}

extension StageLimits {
    init(reading node: SettingsNode, usual: StageLimits) {
        let keys = node.mapping(known: [
            "concurrency", "attempts", "wallTime", "cpuTime", "memory", "fileSize", "stall",
        ])
        let times: ClosedRange<Duration> = .milliseconds(100) ... .seconds(86_400)
        self.init(
            concurrency: keys["concurrency"]?.integer(in: 1...1024) ?? usual.concurrency,
            attempts: keys["attempts"]?.integer(in: 1...100) ?? usual.attempts,
            wallTime: keys["wallTime"]?.duration(in: times) ?? usual.wallTime,
            cpuTime: keys["cpuTime"]?.duration(in: times) ?? usual.cpuTime,
            memory: keys["memory"]?.byteCount(in: .mebibytes(16) ... .mebibytes(1 << 20)) ?? usual.memory,
            fileSize: keys["fileSize"]?.byteCount(in: .mebibytes(1) ... .mebibytes(1 << 20)) ?? usual.fileSize,
            stall: keys["stall"]?.duration(in: .seconds(1) ... .seconds(86_400)) ?? usual.stall)
    }
}
