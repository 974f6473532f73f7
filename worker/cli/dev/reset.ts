import { runCommand } from '../cliError.ts'
import { defaults } from './defaults.ts'
import { clearState } from './otherVersion.ts'

// .dev.vars with the root key stays: the next start uses it again.
await runCommand(async () => {
  await clearState(defaults.state)
  console.log(`Cleared ${defaults.state}. npm run dev creates a new database.`)
})
