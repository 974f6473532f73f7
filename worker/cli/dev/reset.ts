import { rm } from 'node:fs/promises'
import { requireUnclaimed } from './stateLock.ts'
import { runCommand } from '../cliError.ts'
import { defaults } from './defaults.ts'

// The root key in .dev.vars stays, with whatever else is in there: without the data that it sealed it opens nothing, and
// the next start goes on with it.
await runCommand(async () => {
  await requireUnclaimed(defaults.state)
  await rm(defaults.state, { recursive: true, force: true })
  console.log(`Cleared ${defaults.state}. npm run dev starts anew.`)
})
