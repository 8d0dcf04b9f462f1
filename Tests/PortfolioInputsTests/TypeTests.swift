import Testing
@testable import PortfolioInputs
