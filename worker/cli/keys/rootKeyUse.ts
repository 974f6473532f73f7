import { readFile } from 'node:fs/promises'
import { unwrapAccountKey } from '../../vault/keys/accountKeys.ts'
import { parseRootKeys } from '../../vault/keys/rootKeys.ts'
import { CannotOpen } from '../../vault/sealing/seal.ts'
import { CliError } from '../cliError.ts'
import { query, shardsOf } from '../wrangler/database.ts'
import type { Databases } from '../wrangler/database.ts'
import { rootKeysText } from './rootKeys.ts'
import type { RootKeyEntries } from './rootKeys.ts'

/** The account keys of a shard that a version of the root key wraps: their number and one of them. */
export interface VersionUse {
  readonly version: number
  readonly keys: number
  /** The holder of that key, in the format of `keyHolderName`. */
  readonly holder: string
  readonly wrappedKey: string
}

/** The use of each root key version by shard, oldest first. Empty for a shard without accounts. */
export type RootKeyUse = readonly { readonly shard: string; readonly versions: readonly VersionUse[] }[]

const counting = `SELECT rootVersion AS version, count(*) AS keys, account || '/' || mode AS holder, wrappedKey
  FROM accountKeys GROUP BY rootVersion ORDER BY rootVersion`

/**
 * Reads from every shard which root key versions wrap its account keys.
 *
 * @throws CliError with wrangler's output if a shard is unreachable
 */
export const readRootKeyUse = async (databases: Databases): Promise<RootKeyUse> => {
  const config = await readFile(databases.config, 'utf8').catch(() => {
    throw new CliError(`The wrangler configuration ${databases.config} does not exist.`)
  })
  const use: { shard: string; versions: readonly VersionUse[] }[] = []
  for (const shard of shardsOf(config))
    use.push({ shard, versions: (await query(counting, { ...databases, shard })) as unknown as VersionUse[] })
  return use
}

/** The newest version in use in any shard; 0 if none is. */
export const newestUsed = (use: RootKeyUse): number =>
  Math.max(0, ...use.flatMap(({ versions }) => versions.map(({ version }) => version)))

/** The number of account keys in all shards that older versions wrap. */
export const keysBefore = (use: RootKeyUse, newest: number): number =>
  use
    .flatMap(({ versions }) => versions)
    .filter(({ version }) => version < newest)
    .reduce((sum, { keys }) => sum + keys, 0)

/**
 * Checks that root keys unwrap one account key of each version in each shard. A worker with wrong root keys could not decrypt any card.
 *
 * @throws CliError if a version is missing or is a different key
 */
export const requireRootKeysOpen = async (entries: RootKeyEntries, use: RootKeyUse): Promise<void> => {
  const roots = await parseRootKeys(rootKeysText(entries).reveal())
  for (const { shard, versions } of use)
    for (const { version, keys, holder, wrappedKey } of versions) {
      if (!entries.has(version))
        throw new CliError(
          `Shard ${shard} has ${keys} account keys wrapped by version ${version} of the root key, but the file has only version ` +
            `${[...entries.keys()].join(', ')}: it is not a copy of the keys in use. Nothing was changed.`,
        )
      await unwrapAccountKey(roots, holder, wrappedKey).catch((error: unknown) => {
        if (!(error instanceof CannotOpen)) throw error
        throw new CliError(
          `Version ${version} of the root key in the file does not unwrap the account keys of shard ${shard}: it is a different key. ` +
            'Nothing was changed.',
        )
      })
    }
}

/** A printable table: one line for each version in each shard. */
export const rootKeyUseTable = (use: RootKeyUse): string => {
  const rows = use.flatMap(({ shard, versions }) =>
    versions.length === 0
      ? [[shard, '-', '0']]
      : versions.map(({ version, keys }) => [shard, String(version), String(keys)]),
  )
  return [['Shard', 'Version', 'Account keys'], ...rows]
    .map(([shard = '', version = '', keys = '']) => `${shard.padEnd(7)}${version.padEnd(9)}${keys}`)
    .join('\n')
}
