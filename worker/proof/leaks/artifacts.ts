import { appendFileSync, existsSync } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { trailVariable } from '../../cli/wrangler/testArtifacts.ts'
import { filesIn } from './files.ts'
import type { NamedSecret } from './scan.ts'
import { requireNoLeaks } from './requireNoLeaks.ts'

const secretsFile = (folder: string): string => join(folder, 'secrets')

/** Has all gateways that are started from now on leave their trail in a folder. */
export const openTrail = async (folder: string): Promise<void> => {
  await mkdir(folder)
  process.env[trailVariable] = folder
}

/** Secrets in an answer of the gateway: what is made for whoever asks, and kept by the gateway sealed or as a hash. */
const secretOf = /"(key|secret|token)":"([^"]{20,})"/g

/** Remembers the secrets of an answer, for whoever looks through the trail. */
export const rememberSecrets = (answer: string): void => {
  const folder = process.env[trailVariable]
  if (!folder) return
  for (const [, name, text = ''] of answer.matchAll(secretOf)) {
    // A list of keys shows hints of them.
    if (text.includes('…')) continue
    // Half of a token is its id.
    const secret = name === 'token' ? text.slice(22) : text.replace(/^(?:sluice_[a-z]+_[a-z]+_|whsec_)/, '')
    appendFileSync(secretsFile(folder), `${JSON.stringify({ name: `the ${name} of an answer`, text: secret })}\n`)
  }
}

const readSecrets = async (folder: string): Promise<NamedSecret[]> => {
  const lines = await readFile(secretsFile(folder), 'utf8').catch(() => '')
  return [...new Set(lines.split('\n').filter(Boolean))].map((line) => JSON.parse(line) as NamedSecret)
}

/** The root keys of a file of secrets, and of those of webhooks the bytes. */
export const rootKeysIn = async (envFile: string): Promise<NamedSecret[]> => {
  const keys = (await readFile(envFile, 'utf8')).match(/(?<=[:,"'=])[0-9A-Za-z+/]{43}=/g) ?? []
  return keys.flatMap((text) => [
    { name: 'a root key', text },
    { name: 'the bytes of a root key', text: Buffer.from(text, 'base64').toString('latin1') },
  ])
}

type Left = { file: string; state: string }

const readTrail = async (folder: string): Promise<Left[]> => {
  const files = (await filesIn(folder)).filter((file) => file.endsWith('.log'))
  return Promise.all(files.map(async (file) => ({ file, state: (await readFile(file, 'utf8')).split('\n', 1)[0]! })))
}

/**
 * Looks through everything that gateways have left, those of one state folder or all, and forgets their trail: the files of their state,
 * and all that they printed.
 *
 * @throws where there is anything that must be nowhere, or where a state folder is gone that nobody has looked through
 */
export const lookThrough = async (folder: string, envFile: string, state?: string): Promise<void> => {
  const left = (await readTrail(folder)).filter((one) => state === undefined || one.state === state)
  const states = [...new Set(left.map((one) => one.state))].filter(Boolean)
  const gone = states.filter((one) => !existsSync(one))
  if (gone.length > 0) throw new Error(`Nobody has looked through ${gone.join(', ')}: take states from makeState.`)
  const files = left.map(({ file }) => file)
  await requireNoLeaks({ folders: states, files }, [...(await readSecrets(folder)), ...(await rootKeysIn(envFile))])
  await Promise.all(files.map((file) => rm(file)))
}
