import { ensureBrowsers } from './browsers.ts'
import { runCommand } from '../cliError.ts'

// Finds or installs the browsers of the tests and prints those that this machine cannot have.
await runCommand(async () => {
  for (const missing of await ensureBrowsers()) console.log(`NOT TESTED HERE: ${missing}`)
})
