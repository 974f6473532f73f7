import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { Writable } from 'node:stream'
import { CliError } from '../cliError.ts'
import { parseSecrets } from './settings.ts'
import type { ListedSetting } from './settings.ts'

const silent = () => new Writable({ write: (_chunk, _encoding, done) => done() })

/** Reads a line from the terminal without showing it. @throws CliError if the user cancels */
const readHidden = (question: string): Promise<string> =>
  new Promise((resolve, reject) => {
    process.stderr.write(question)
    // A terminal in raw mode does not show what is typed, and readline writes it to the silent stream.
    const lines = createInterface({ input: process.stdin, output: silent(), terminal: true })
    const end = (): void => {
      lines.close()
      process.stderr.write('\n')
    }
    lines.once('SIGINT', () => {
      end()
      reject(new CliError('Canceled.'))
    })
    lines.question('', (answer) => {
      end()
      resolve(answer)
    })
  })

/** Reads the secret settings of a connection: at a terminal by prompts, otherwise as JSON from the standard input. */
export const readSecrets = async (settings: readonly ListedSetting[]): Promise<Record<string, unknown>> => {
  const secrets = settings.filter(({ kind }) => kind === 'secret')
  if (!process.stdin.isTTY) return parseSecrets(settings, await text(process.stdin))
  const given: [string, string][] = []
  for (const { name, title, required } of secrets) {
    const answer = await readHidden(`${title}${required ? '' : ' (optional)'}: `)
    if (answer !== '') given.push([name, answer])
  }
  return Object.fromEntries(given)
}
