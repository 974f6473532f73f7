import { runCommand } from '../cliError.ts'
import { ensureInterpreters } from './interpreters.ts'

// Finds or installs the languages of the documentation's samples.
await runCommand(() => ensureInterpreters())
