import { runCommand } from '../cliError.ts'
import { ensureWidgets } from '../build/widgets.ts'

// Builds if dist is missing or older than its sources.
await runCommand(ensureWidgets)
