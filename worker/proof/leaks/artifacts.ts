import { appendFileSync, existsSync } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { artifactsVariable } from '../../cli/wrangler/testArtifacts.ts'
import { listFiles } from './files.ts'
import type { NamedSecret } from './scan.ts'
import { requireNoLeaks } from './requireNoLeaks.ts'

const secretsFile = (folder: string): string => join(folder, 'secrets')

/** Makes all gateways that start from now on record their artifacts in a folder. */
export const recordArtifacts = async (folder: string): Promise<void> => {
  await mkdir(folder)
  process.env[artifactsVariable] = folder
}

/** Secrets that a response contains once, and that the gateway stores sealed or hashed. */
const secretMember = /"(key|secret|token)":"([^"]{20,})"/g

/** Stores the secrets of a response for the scan. */
export const recordSecrets = (response: string): void => {
  const folder = process.env[artifactsVariable]
  if (!folder) return
  for (const [, name, text = ''] of response.matchAll(secretMember)) {
    // Lists of keys contain hints.
    if (text.includes('…')) continue
    // The first half of a token is its id.
    const secret = name === 'token' ? text.slice(22) : text.replace(/^(?:sluice_[a-z]+_[a-z]+_|whsec_)/, '')
    appendFileSync(secretsFile(folder), `${JSON.stringify({ name: `the ${name} of a response`, text: secret })}\n`)
  }
}

const readSecrets = async (folder: string): Promise<NamedSecret[]> => {
  const lines = await readFile(secretsFile(folder), 'utf8').catch(() => '')
  return [...new Set(lines.split('\n').filter(Boolean))].map((line) => JSON.parse(line) as NamedSecret)
}

/** The root keys of a secrets file, as text and as bytes. */
export const rootKeysIn = async (envFile: string): Promise<NamedSecret[]> => {
  const keys = (await readFile(envFile, 'utf8')).match(/(?<=[:,"'=])[0-9A-Za-z+/]{43}=/g) ?? []
  return keys.flatMap((text) => [
    { name: 'a root key', text },
    { name: 'the bytes of a root key', text: Buffer.from(text, 'base64').toString('latin1') },
  ])
}

type Artifact = { file: string; state: string }

const readArtifacts = async (folder: string): Promise<Artifact[]> => {
  const files = (await listFiles(folder)).filter((file) => file.endsWith('.log'))
  return Promise.all(files.map(async (file) => ({ file, state: (await readFile(file, 'utf8')).split('\n', 1)[0]! })))
}

/**
 * Scans the artifacts of one state folder, or of all: state files and output. Then it removes their records.
 *
 * @throws Error if there are leaks, or if a state folder was deleted before its scan
 */
export const scanArtifacts = async (folder: string, envFile: string, state?: string): Promise<void> => {
  const artifacts = (await readArtifacts(folder)).filter((one) => state === undefined || one.state === state)
  const states = [...new Set(artifacts.map((one) => one.state))].filter(Boolean)
  const deleted = states.filter((one) => !existsSync(one))
  if (deleted.length > 0)
    throw new Error(`Deleted before the leak scan: ${deleted.join(', ')}. Create states with makeState.`)
  const files = artifacts.map(({ file }) => file)
  await requireNoLeaks({ folders: states, files }, [...(await readSecrets(folder)), ...(await rootKeysIn(envFile))])
  await Promise.all(files.map((file) => rm(file)))
}
