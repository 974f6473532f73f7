import { answerHelp, runCommand } from '../cliError.ts'
import { runConnectionCommand, usage } from './commands.ts'
import { readSecrets } from './prompt.ts'

await runCommand(async () => {
  const [name = '', ...args] = process.argv.slice(2)
  answerHelp(args, usage)
  await runConnectionCommand(name, args, {
    key: process.env['SLUICE_SECRET_KEY'],
    request: (request) => fetch(request),
    readSecrets,
    print: console.log,
  })
})
