import RowQuery
import FamiliesService
import Testing

@Suite("The caller of a project's API")
struct ProjectCallerTests {
    @Test("the app's key alone is nobody to the policies of rows")
    func key() {
        #expect(ProjectCaller(user: nil, session: nil, expires: nil).rows.user == nil)
    }
}
