import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { appendFile, readFile } from 'node:fs/promises'
import { Secret } from '#contract/schema/secret'
import { parseRootKeys } from '../../vault/keys/rootKeys.ts'
import { Complaint } from '../cliError.ts'

/** Keys of ROOT_KEYS by their version, oldest first: each `<version>:<base64 of 32 random bytes>`, as it stands there. */
export type RootKeyEntries = ReadonlyMap<number, Secret>

/** The worker's secret that wraps every other key of the vault. */
const newRootKey = (version: number): string => `${version}:${randomBytes(32).toString('base64')}`

const textOf = async (file: string): Promise<string> => (existsSync(file) ? await readFile(file, 'utf8') : '')

/**
 * Writes a random ROOT_KEYS into a file of variables that has none yet. One that is there is never replaced, and none is
 * made for databases that exist already: what they keep is sealed by a key that is lost.
 */
export const ensureRootKeys = async (file: string, databases: string): Promise<void> => {
  const text = await textOf(file)
  if (/^\s*ROOT_KEYS\s*=/m.test(text)) return
  if (existsSync(databases))
    throw new Complaint(`${file} has no ROOT_KEYS, so the cards kept in ${databases} cannot be opened: npm run reset`)
  const lineBreak = text === '' || text.endsWith('\n') ? '' : '\n'
  await appendFile(file, `${lineBreak}ROOT_KEYS="${newRootKey(1)}"\n`, { mode: 0o600 })
}

/**
 * Parts ROOT_KEYS into its keys, after the check that the worker itself makes.
 *
 * @throws Complaint that says which key is wrong and how, and never shows any of it
 */
export const readRootKeys = async (text: Secret): Promise<RootKeyEntries> => {
  await parseRootKeys(text.reveal()).catch((error: Error) => {
    throw new Complaint(error.message)
  })
  const entries = text.reveal().split(',')
  return new Map(
    entries
      .map((entry): [number, Secret] => [Number.parseInt(entry, 10), new Secret(entry.trim())])
      .sort(([one], [other]) => one - other),
  )
}

/** ROOT_KEYS with these keys. */
export const rootKeysText = (entries: RootKeyEntries): Secret =>
  new Secret([...entries.values()].map((entry) => entry.reveal()).join(','))

/** The version that writes. */
export const newestVersion = (entries: RootKeyEntries): number => Math.max(...entries.keys())

const maxVersion = 65_535

/** The same and a fresh one, whose version is the next. @throws Complaint where there is no next */
export const withNextVersion = (entries: RootKeyEntries): RootKeyEntries => {
  const next = newestVersion(entries) + 1
  if (next > maxVersion) throw new Complaint(`There is no version after ${maxVersion}.`)
  return new Map([...entries, [next, new Secret(newRootKey(next))]])
}

/** The newest alone, and those that it leaves behind. */
export const retireOld = (
  entries: RootKeyEntries,
): { readonly newest: RootKeyEntries; readonly old: RootKeyEntries } => {
  const newest = newestVersion(entries)
  const those = (wanted: (version: number) => boolean) => new Map([...entries].filter(([version]) => wanted(version)))
  return { newest: those((version) => version === newest), old: those((version) => version !== newest) }
}
