import Domains
import FormwrightCLI

await Program.run(Domains.all + [.memos])
