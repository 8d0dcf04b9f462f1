/// The name of a value in a profile.
///
/// The names are those of the WHATWG's autofill fields, as in HTML's `autocomplete` attribute.
public enum AutofillName: String, Sendable, Hashable, Codable, CodingKeyRepresentable, CaseIterable {
    case name
    case honorificPrefix = "honorific-prefix"
    case givenName = "given-name"
    case additionalName = "additional-name"
    case familyName = "family-name"
    case honorificSuffix = "honorific-suffix"
    case nickname
    case organizationTitle = "organization-title"
    case organization
    case streetAddress = "street-address"
    case addressLine1 = "address-line1"
    case addressLine2 = "address-line2"
    case addressLine3 = "address-line3"
    case addressLevel4 = "address-level4"
    case addressLevel3 = "address-level3"
    case addressLevel2 = "address-level2"
    case addressLevel1 = "address-level1"
    case country
    case countryName = "country-name"
    case postalCode = "postal-code"
    case language
    case bday
    case bdayDay = "bday-day"
    case bdayMonth = "bday-month"
    case bdayYear = "bday-year"
    case sex
    case url
    case tel
    case telCountryCode = "tel-country-code"
    case telNational = "tel-national"
    case telAreaCode = "tel-area-code"
    case telLocal = "tel-local"
    case telLocalPrefix = "tel-local-prefix"
    case telLocalSuffix = "tel-local-suffix"
    case telExtension = "tel-extension"
    case email

    /// Whether it is a part of the person's name.
    var isOfName: Bool {
        switch self {
        case .name, .honorificPrefix, .givenName, .additionalName, .familyName, .honorificSuffix, .nickname: true
        default: false
        }
    }

    /// Whether it is a postal address, telephone number, e-mail or web address.
    ///
    /// These can be shared by members of a household.
    var isOfContact: Bool { isOfAddress || self == .tel || self == .email || self == .url }

    /// Whether it is a part of the address.
    var isOfAddress: Bool {
        switch self {
        case .streetAddress, .addressLine1, .addressLine2, .addressLine3, .addressLevel1, .addressLevel2,
            .addressLevel3, .addressLevel4, .country, .countryName, .postalCode:
            true
        default: false
        }
    }
}
