package import FormModel
package import FormFilling

/// The settings that a fill freezes besides its values.
package struct FillSetup: Sendable, Hashable, Codable {
    /// The profile for personal fields without a given value, if any.
    package var profile: Profile?
    /// Whether to skip values with unknown keys rather than reject them.
    ///
    /// If it is nil, `pipeline.yaml` decides.
    package var skipsUnknown: Bool?

    /// Creates a setup.
    package init(profile: Profile? = nil, skipsUnknown: Bool? = nil) {
        self.profile = profile
        self.skipsUnknown = skipsUnknown
    }

    /// Returns a binder for fields that uses the profile.
    package func binder(_ fields: [Field]) -> Binder {
        let binder = Binder(fields: fields)
        return profile.map { binder.filling(from: $0) } ?? binder
    }
}
