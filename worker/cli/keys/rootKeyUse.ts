import { readFile } from 'node:fs/promises'
import { unwrapAccountKey } from '../../vault/keys/accountKeys.ts'
import { parseRootKeys } from '../../vault/keys/rootKeys.ts'
import { CannotOpen } from '../../vault/sealing/seal.ts'
import { Complaint } from '../cliError.ts'
import { query, shardsOf } from '../wrangler/database.ts'
import type { Databases } from '../wrangler/database.ts'
import { rootKeysText } from './rootKeys.ts'
import type { RootKeyEntries } from './rootKeys.ts'

/** How many account keys of a shard a version of the root key wraps, and one of them. */
export interface VersionUse {
  readonly version: number
  readonly keys: number
  /** The holder of that one, named as `keyHolderName` does for the vault. */
  readonly holder: string
  readonly wrappedKey: string
}

/** What the versions of the root key wrap in each shard, oldest first. A shard without accounts has none. */
export type RootKeyUse = readonly { readonly shard: string; readonly versions: readonly VersionUse[] }[]

const counting = `SELECT rootVersion AS version, count(*) AS keys, account || '/' || mode AS holder, wrappedKey
  FROM accountKeys GROUP BY rootVersion ORDER BY rootVersion`

/**
 * Asks every shard which versions of the root key its account keys are wrapped by.
 *
 * @throws Complaint with wrangler's own words where one does not answer
 */
export const readRootKeyUse = async (databases: Databases): Promise<RootKeyUse> => {
  const config = await readFile(databases.config, 'utf8').catch(() => {
    throw new Complaint(`There is no wrangler configuration ${databases.config}.`)
  })
  const use: { shard: string; versions: readonly VersionUse[] }[] = []
  for (const shard of shardsOf(config))
    use.push({ shard, versions: (await query(counting, { ...databases, shard })) as unknown as VersionUse[] })
  return use
}

/** The newest version that wraps anything in any shard; 0 where none does. */
export const newestUsed = (use: RootKeyUse): number =>
  Math.max(0, ...use.flatMap(({ versions }) => versions.map(({ version }) => version)))

/** How many account keys the versions before this one wrap, in all shards. */
export const keysBefore = (use: RootKeyUse, newest: number): number =>
  use
    .flatMap(({ versions }) => versions)
    .filter(({ version }) => version < newest)
    .reduce((sum, { keys }) => sum + keys, 0)

/**
 * Holds keys against what they are to open: one account key of each version in each shard. A worker that was given others would be given
 * the loss of every card.
 *
 * @throws Complaint where a version is missing, or is another key than the one that wraps
 */
export const requireRootKeysOpen = async (entries: RootKeyEntries, use: RootKeyUse): Promise<void> => {
  const roots = await parseRootKeys(rootKeysText(entries).reveal())
  for (const { shard, versions } of use)
    for (const { version, keys, holder, wrappedKey } of versions) {
      if (!entries.has(version))
        throw new Complaint(
          `Shard ${shard} has ${keys} account keys that version ${version} of the root key wraps, and the file has only version ` +
            `${[...entries.keys()].join(', ')}: it is no copy of what is in use. Nothing was done.`,
        )
      await unwrapAccountKey(roots, holder, wrappedKey).catch((error: unknown) => {
        if (!(error instanceof CannotOpen)) throw error
        throw new Complaint(
          `Version ${version} in the file does not open what version ${version} wraps in shard ${shard}: it is another key. ` +
            'Nothing was done.',
        )
      })
    }
}

/** A table for people: a line for each version in each shard. */
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
