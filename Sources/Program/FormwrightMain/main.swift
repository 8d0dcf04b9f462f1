import Domains
import FormwrightCLI

await Program.run(kinds: Kinds.all)
