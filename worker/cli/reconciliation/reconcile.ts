import { answerHelp, runCommand } from '../cliError.ts'
import { runReconcile, usage } from './command.ts'

/** The comparison could not be made. */
const failedCode = 2

await runCommand(async () => {
  const args = process.argv.slice(2)
  answerHelp(args, usage)
  process.exitCode = await runReconcile(args, {
    key: process.env['SLUICE_SECRET_KEY'],
    request: (request) => fetch(request),
    print: console.log,
  })
}, failedCode)
