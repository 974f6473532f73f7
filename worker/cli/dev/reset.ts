import { rm } from 'node:fs/promises'
import { requireUnlocked } from './stateLock.ts'
import { runCommand } from '../cliError.ts'
import { defaults } from './defaults.ts'

// .dev.vars with the root key stays: the next start uses it again.
await runCommand(async () => {
  await requireUnlocked(defaults.state)
  await rm(defaults.state, { recursive: true, force: true })
  console.log(`Cleared ${defaults.state}. npm run dev creates a new database.`)
})
