import { answerHelp, runCommand } from '../cliError.ts'
import { queryAll } from '../wrangler/database.ts'
import { runStatus, usage } from './command.ts'

/** The databases could not be read. */
const failedCode = 2

await runCommand(async () => {
  const args = process.argv.slice(2)
  answerHelp(args, usage)
  process.exitCode = await runStatus(args, {
    run: (statements, target) => queryAll(statements.join('\n'), target),
    now: Date.now,
    print: console.log,
  })
}, failedCode)
