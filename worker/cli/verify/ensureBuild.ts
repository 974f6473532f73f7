import { runCommand } from '../complaint.ts'
import { ensureWidgets } from '../widgets.ts'

// Builds where dist is missing or older than its sources.
await runCommand(ensureWidgets)
