/// Says how likely a candidate is a field.
enum Scorer {
    static func score(_ c: Candidate) -> Double {
        let f = c.features
        func named(_ name: String) -> Double { FeatureExtractor.names.firstIndex(of: name).map { f[$0] } ?? 0 }
        switch c.kind {
        case .box:
            if max(named("sideLeft"), named("sideRight"), named("sideTop"), named("sideBottom")) > 3 { return 0.3 }
            return c.extra > 0.9 ? 0.95 : named("labelLetters") > 0 ? 0.7 : 0.4
        case .comb: return 0.9
        case .stack: return 0.4
        case .upper, .tall, .part: return 0.45
        case .series: return 0.7
        case .line:
            if named("shade") > 0.08 || named("inkShare") > 0.05 { return 0.1 }
            if named("height") < 7.5 { return 0.3 }
            if c.edges.left && c.edges.right { return named("width") > 14 ? 0.8 : 0.4 }
            if named("floorPageShare") > 0.8 && !c.edges.textLeft { return 0.3 }
            return 0.6
        }
    }
}
