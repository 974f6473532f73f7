import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { appendFile, readFile } from 'node:fs/promises'
import { Secret } from '#contract/schema/secret'
import { parseRootKeys } from '../../vault/keys/rootKeys.ts'
import { CliError } from '../cliError.ts'

/** The keys of ROOT_KEYS by version, oldest first, each as `<version>:<base64 of 32 random bytes>`. */
export type RootKeyEntries = ReadonlyMap<number, Secret>

/** Creates a root key, which wraps every other key of the vault. */
const newRootKey = (version: number): string => `${version}:${randomBytes(32).toString('base64')}`

const textOf = async (file: string): Promise<string> => (existsSync(file) ? await readFile(file, 'utf8') : '')

/**
 * Adds a random ROOT_KEYS to a file of variables if it has none. Existing keys are never replaced, and none is created for existing
 * databases, since their data is sealed with a lost key.
 */
export const ensureRootKeys = async (file: string, databases: string): Promise<void> => {
  const text = await textOf(file)
  if (/^\s*ROOT_KEYS\s*=/m.test(text)) return
  if (existsSync(databases))
    throw new CliError(`${file} has no ROOT_KEYS, so the cards in ${databases} cannot be decrypted. Run npm run reset.`)
  const lineBreak = text === '' || text.endsWith('\n') ? '' : '\n'
  await appendFile(file, `${lineBreak}ROOT_KEYS="${newRootKey(1)}"\n`, { mode: 0o600 })
}

/**
 * Parses ROOT_KEYS with the worker's own check.
 *
 * @throws CliError that names the position of a wrong key and the reason, without any part of it
 */
export const readRootKeys = async (text: Secret): Promise<RootKeyEntries> => {
  await parseRootKeys(text.reveal()).catch((error: Error) => {
    throw new CliError(error.message)
  })
  const entries = text.reveal().split(',')
  return new Map(
    entries
      .map((entry): [number, Secret] => [Number.parseInt(entry, 10), new Secret(entry.trim())])
      .sort(([one], [other]) => one - other),
  )
}

/** Formats keys as ROOT_KEYS. */
export const rootKeysText = (entries: RootKeyEntries): Secret =>
  new Secret([...entries.values()].map((entry) => entry.reveal()).join(','))

/** The version that wraps new keys. */
export const newestVersion = (entries: RootKeyEntries): number => Math.max(...entries.keys())

const maxVersion = 65_535

/** Adds a random key with the next version. @throws CliError after the last version */
export const withNextVersion = (entries: RootKeyEntries): RootKeyEntries => {
  const next = newestVersion(entries) + 1
  if (next > maxVersion) throw new CliError(`Version ${maxVersion} is the last one.`)
  return new Map([...entries, [next, new Secret(newRootKey(next))]])
}

/** Splits keys into the newest and the old ones. */
export const retireOld = (
  entries: RootKeyEntries,
): { readonly newest: RootKeyEntries; readonly old: RootKeyEntries } => {
  const newest = newestVersion(entries)
  const those = (wanted: (version: number) => boolean) => new Map([...entries].filter(([version]) => wanted(version)))
  return { newest: those((version) => version === newest), old: those((version) => version !== newest) }
}
