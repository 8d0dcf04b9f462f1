/// The words that assign an input to a category.
package struct CategoryWords: Hashable, Sendable {
    /// Distinct words in lower case and in the singular.
    package let words: [String]

    /// Creates the words of a category; without a list, the words of its name.
    package init(of category: String) {
        guard let known = PortfolioCategory(category) else {
            var seen: Set<String> = []
            words = category.words.filter { $0.count > 2 && seen.insert($0).inserted }
            return
        }
        words = Self.list(of: known).split(separator: " ").map(String.init)
    }

    /// Returns the listed words that occur in texts, in list order.
    ///
    /// Only whole words count, in any case, with or without a plural `s`. Each word counts once.
    package func found(in texts: [String]) -> [String] {
        let present = Set(texts.flatMap(\.words))
        return words.filter { present.contains($0) || present.contains($0 + "s") }
    }

    private static func list(of category: PortfolioCategory) -> String {
        switch category {
        case .finance:
            "accounting advisory analyst asset audit bank banking bond budget capital cash cfa compliance cpa credit debt "
                + "dividend economics equity ebitda finance financial fintech forecast fund hedge insurance investment "
                + "investor ledger liquidity loan margin market mortgage pension portfolio pricing profit revenue risk "
                + "securities stock tax trading treasury underwriting valuation wealth yield"
        case .tech:
            "ai algorithm android api app architecture automation backend blockchain bug cloud code coding compiler "
                + "computer cpu data database debugging deployment developer devops docker embedded engineer engineering "
                + "firmware framework frontend gpu hardware infrastructure ios java javascript kernel kotlin "
                + "kubernetes library linux microservice mobile model network platform prototype python robot robotics "
                + "rust saas scalability sdk security sensor server software sql startup swift system technology testing "
                + "typescript web"
        case .entertainment:
            "acting actor actress album animation artist audience audition band broadcast camera casting cinema comedy "
                + "composer concert dance dancer director documentary drama editing episode festival film gig guitar jazz "
                + "lyrics movie music musical musician orchestra performance piano play podcast premiere producer radio "
                + "recording rehearsal scene screenplay show showreel singer song soundtrack stage studio theater theatre "
                + "tour trailer video voice"
        case .marketing:
            "advertising advertisement analytics audience awareness brand branding budget campaign channel click content "
                + "conversion copywriting crm ctr customer digital email engagement funnel growth hashtag impression "
                + "influencer keyword launch lead loyalty market marketing message newsletter outreach persona positioning "
                + "pr promotion reach retention roi sales segment seo social sponsorship strategy target traffic viral"
        case .design:
            "architecture art artwork brand branding ceramics color colour composition concept craft design designer "
                + "drawing fashion figma font furniture graphic grid icon identity illustration illustrator infographic "
                + "interaction interior interface landscape layout lettering logo material mockup model packaging palette "
                + "pattern photo photograph photographer photography poster print product prototype render rendering "
                + "sketch space style texture textile typeface typography ui usability ux visual wireframe"
        case .influencers:
            "ambassador audience beauty blog blogger brand channel collaboration collab community content creator "
                + "engagement fashion fitness follower food giveaway haul hashtag impression influencer instagram "
                + "lifestyle makeup partnership photo podcast post reach recipe reel review routine selfie "
                + "shorts skincare sponsor sponsored story storytime stream streamer style subscriber tiktok travel trend "
                + "unboxing video viral vlog vlogger youtube"
        case .legal:
            "advocacy advocate agreement appeal arbitration attorney bar barrister case client compliance contract "
                + "copyright corporate counsel court defence defense dispute employment estate evidence gdpr "
                + "immigration injunction intellectual judge judgment jurisdiction justice law lawsuit lawyer legal "
                + "legislation liability litigation mediation merger notary paralegal patent plaintiff policy privacy "
                + "probate property regulation settlement solicitor statute testimony tort trademark trial tribunal"
        case .business:
            "acquisition advisor board budget business ceo client commerce company consultant consulting cost customer "
                + "delivery director entrepreneur executive expansion founder growth hiring innovation investor kpi "
                + "launch leader leadership logistics management manager market merger milestone negotiation operation "
                + "organization partner partnership performance planning process procurement product profit project "
                + "revenue roadmap sales scale stakeholder startup strategy supplier team transformation turnaround venture"
        }
    }
}
