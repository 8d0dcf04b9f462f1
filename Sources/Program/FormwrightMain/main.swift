import Formwright
import FormwrightCLI

await Program.run(kinds: Kinds.all)
