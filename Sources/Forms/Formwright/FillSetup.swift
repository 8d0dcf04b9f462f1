package import FormModel
package import FormFilling

/// What a fill freezes besides its values: whom the form is about, and what becomes of values that are for no field.
package struct FillSetup: Sendable, Hashable, Codable {
    /// Fills the fields about a person to which no value is given; nil if nothing is known about anybody.
    package var profile: Profile?
    /// Whether values whose key is no field are left out instead of refused; nil for what `pipeline.yaml` says.
    package var skipsUnknown: Bool?

    /// Creates a setup.
    package init(profile: Profile? = nil, skipsUnknown: Bool? = nil) {
        self.profile = profile
        self.skipsUnknown = skipsUnknown
    }

    /// Returns a binder for fields, which knows the profile.
    package func binder(_ fields: [Field]) -> Binder {
        let binder = Binder(fields: fields)
        return profile.map { binder.filling(from: $0) } ?? binder
    }
}
