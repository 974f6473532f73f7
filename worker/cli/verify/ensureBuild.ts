import { runCommand } from '../cliError.ts'
import { ensureWidgets } from '../build/widgets.ts'

// Builds where dist is missing or older than its sources.
await runCommand(ensureWidgets)
