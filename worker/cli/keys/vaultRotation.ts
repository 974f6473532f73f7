import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Complaint } from '../cliError.ts'
import type { Databases } from '../wrangler/database.ts'
import { defaults } from '../dev/defaults.ts'
import { putSecret } from '../deploy/deployedSecret.ts'
import { copy, keepRetired, openRootKeyFile, variables } from './rootKeyFile.ts'
import type { RootKeyFile } from './rootKeyFile.ts'
import { newestVersion, readRootKeys, retireOld, rootKeysText, withNextVersion } from './rootKeys.ts'
import type { RootKeyEntries } from './rootKeys.ts'
import { keysBefore, newestUsed, readRootKeyUse, requireRootKeysOpen, rootKeyUseTable } from './rootKeyUse.ts'
import type { RootKeyUse } from './rootKeyUse.ts'

const usage = `npm run vault:rotate -- [--status | --retire] [--remote --keys <file>]

Gives the vault a new root key beside the old one. The worker wraps by it from then on, and its sweep wraps anew what is there.
  --status         only shows how many account keys each version of the root key wraps
  --retire         takes the old root keys away, once nothing is wrapped by them
  --remote         means the deployed gateway; without it, that of npm run dev
  --keys <file>    your copy of ROOT_KEYS: a deployed secret cannot be read back
For local databases that are elsewhere: --state <folder>, --vars <file>. --config <file> is another wrangler configuration.`

/** A gateway whose root key is rotated: its databases, and who keeps its root keys. */
interface Site extends Databases {
  /** For people. */
  readonly where: string
  openFile(): Promise<RootKeyFile>
  /** Where root keys go that are no longer used. */
  readonly retired: string
  /** Gives ROOT_KEYS to the worker, and answers what there is to say of it. @throws Complaint where it could not */
  give(keys: RootKeyEntries): Promise<string>
}

const localSite = (state: string, vars: string, config: string): Site => {
  if (!existsSync(join(state, 'v3', 'd1')))
    throw new Complaint(`There is no database in ${state} yet. npm run dev makes it, and its first root key.`)
  return {
    state,
    config,
    where: vars,
    openFile: () => openRootKeyFile(vars, variables, '--vars'),
    retired: join(state, 'retired-root-keys'),
    give: async () => 'If npm run dev is running, end it and start it anew: it has read the file already.',
  }
}

const deployedSite = (keys: string, config: string): Site => ({
  state: null,
  config,
  where: keys,
  openFile: () => openRootKeyFile(keys, copy, '--keys'),
  retired: `${keys}.retired`,
  give: async (entries) => {
    const { done, output } = await putSecret('ROOT_KEYS', rootKeysText(entries), config)
    if (done)
      return 'The worker has it as ROOT_KEYS. The new file is the copy to keep now: without it no stored card can be opened again.'
    throw new Complaint(
      `${output}\n\nThe file is written, but the worker was not given its ROOT_KEYS. Keep the file, and run the same command again: it goes on from here.`,
    )
  },
})

const readOptions = (args: string[]) => {
  const [text, flag] = [{ type: 'string' }, { type: 'boolean' }] as const
  const options = { status: flag, retire: flag, remote: flag, keys: text, state: text, vars: text, config: text }
  try {
    return parseArgs({ args, options }).values
  } catch {
    // Not Node's own words, which quote what they do not understand: it may be a key.
    throw new Complaint(`This command is not called like that.\n\n${usage}`)
  }
}

const status = (use: RootKeyUse): string => {
  const old = keysBefore(use, newestUsed(use))
  const next =
    old === 0
      ? 'Nothing is wrapped by an older version than the newest here.'
      : `The sweep wraps ${old} more by version ${newestUsed(use)} of the root key, 200 a minute in each shard.`
  return `${rootKeyUseTable(use)}\n\n${next}`
}

/** What the file keeps, after it was held against what is in use. */
const openKept = async (site: Site, use: RootKeyUse) => {
  const file = await site.openFile()
  const kept = await readRootKeys(file.keys)
  await requireRootKeysOpen(kept, use)
  return { file, kept }
}

/**
 * A fresh version into the file, then the file to the worker: never the other way round, since a key that is in use and not kept is the loss
 * of what it wraps. A version of the file that nothing uses yet may be one that the worker was never given: then that one is given.
 */
const rotate = async (site: Site, use: RootKeyUse): Promise<string> => {
  const { file, kept } = await openKept(site, use)
  const begun = kept.size > 1 && newestVersion(kept) > newestUsed(use)
  const entries = begun ? kept : withNextVersion(kept)
  if (!begun) await file.replace(rootKeysText(entries))
  const version = newestVersion(entries)
  const given = await site.give(entries)
  const first = begun
    ? `Version ${version} of the root key was in ${site.where} already, and nothing uses it yet: no other was made.`
    : `${site.where} has version ${version} of the root key now.`
  return `${first}\n${given}\n\n${rootKeyUseTable(use)}\n\nThe sweep wraps all of them by version ${version}. --status shows how far it is, --retire ends the old ones.`
}

/** What is no longer used is kept apart, and only then taken away: a backup from before needs it. */
const retire = async (site: Site, use: RootKeyUse): Promise<string> => {
  const { file, kept: entries } = await openKept(site, use)
  const version = newestVersion(entries)
  const still = keysBefore(use, version)
  if (still > 0)
    throw new Complaint(
      `${rootKeyUseTable(use)}\n\n${still} account keys still need a root key older than version ${version}. Nothing was done: let the sweep end its work.`,
    )
  if (newestUsed(use) === 0)
    throw new Complaint(
      `No account key is wrapped by version ${version} yet, so nothing shows that the worker has it. Nothing was done.`,
    )
  const { newest, old } = retireOld(entries)
  if (old.size > 0) {
    await keepRetired(site.retired, old.values())
    await file.replace(rootKeysText(newest))
  }
  const given = await site.give(newest)
  const kept = existsSync(site.retired)
    ? `\nThe older ones are in ${site.retired}: keep it as long as you may restore a backup from before (D1 goes back 30 days), and destroy it then.`
    : ''
  return `${site.where} has version ${version} of the root key alone now.${kept}\n${given}`
}

/**
 * `npm run vault:rotate`.
 *
 * @returns what there is to say; no key is in it, nor in what is thrown
 * @throws Complaint where it stopped. Whatever it had done by then, the same command goes on from there.
 */
export const rotateVault = async (args: string[]): Promise<string> => {
  const options = readOptions(args)
  const { config = defaults.config, keys } = options
  const ofDeployed = options.remote === true
  if (ofDeployed !== (keys !== undefined) && !(ofDeployed && options.status))
    throw new Complaint(`--remote and --keys belong together: your copy of ROOT_KEYS is what is rotated.\n\n${usage}`)
  if (options.status && options.retire) throw new Complaint(`Either --status or --retire.\n\n${usage}`)
  const site = ofDeployed
    ? deployedSite(keys ?? '', config)
    : localSite(options.state ?? defaults.state, options.vars ?? defaults.envFile, config)
  const use = await readRootKeyUse(site)
  if (options.status) return status(use)
  return options.retire ? retire(site, use) : rotate(site, use)
}
