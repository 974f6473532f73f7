import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { answerHelp, CliError } from '../cliError.ts'
import { requireLocalDatabase } from '../wrangler/database.ts'
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

Adds a root key version. The worker wraps new keys with it, and its sweep rewraps existing ones.
  --status         shows how many account keys each version of the root key wraps
  --retire         removes old versions that wrap nothing
  --remote         the deployed gateway; by default that of npm run dev
  --keys <file>    your copy of ROOT_KEYS, since a deployed secret cannot be read
Local databases elsewhere: --state <folder>, --vars <file>. --config <file> selects another wrangler configuration.`

/** A gateway whose root key is rotated: its databases and the storage of its root keys. */
interface RotationTarget extends Databases {
  /** Printed name of the file. */
  readonly where: string
  openFile(): Promise<RootKeyFile>
  /** The file of retired root keys. */
  readonly retired: string
  /** Deploys ROOT_KEYS to the worker and returns a message. @throws CliError if that fails */
  deploy(keys: RootKeyEntries): Promise<string>
}

const localTarget = (state: string, vars: string, config: string): RotationTarget => {
  requireLocalDatabase(state)
  return {
    state,
    config,
    where: vars,
    openFile: () => openRootKeyFile(vars, variables, '--vars'),
    retired: join(state, 'retired-root-keys'),
    deploy: async () => 'Restart npm run dev if it is running, since it has read the file already.',
  }
}

const deployedTarget = (keys: string, config: string): RotationTarget => ({
  state: null,
  config,
  where: keys,
  openFile: () => openRootKeyFile(keys, copy, '--keys'),
  retired: `${keys}.retired`,
  deploy: async (entries) => {
    const { done, output } = await putSecret('ROOT_KEYS', rootKeysText(entries), config)
    if (done)
      return 'The worker has it as ROOT_KEYS. Store the new file safely: without it no stored card can be decrypted.'
    throw new CliError(
      `${output}\n\nThe file is written, but ROOT_KEYS was not deployed. Keep the file and run the same command again; it continues from here.`,
    )
  },
})

const readOptions = (args: string[]) => {
  answerHelp(args, usage)
  const [text, flag] = [{ type: 'string' }, { type: 'boolean' }] as const
  const options = { status: flag, retire: flag, remote: flag, keys: text, state: text, vars: text, config: text }
  try {
    return parseArgs({ args, options }).values
  } catch {
    // Node's own message quotes unknown arguments, which may contain a key.
    throw new CliError(`Unknown option.\n\n${usage}`)
  }
}

const statusText = (use: RootKeyUse, newest: number): string => {
  const old = keysBefore(use, newest)
  if (old > 0)
    return `${old} account keys remain. The sweep rewraps them with version ${newest}, 200 a minute in each shard.`
  return newestUsed(use) === 0 ? 'There are no account keys yet.' : `All account keys are wrapped by version ${newest}.`
}

/** The newest version is that of the file or, without one, the newest in use: a deployed secret cannot be read. */
const status = async (file: RootKeyFile | null, use: RootKeyUse): Promise<string> => {
  const stored = file === null ? 0 : newestVersion(await readRootKeys(file.keys))
  return `${rootKeyUseTable(use)}\n\n${statusText(use, Math.max(stored, newestUsed(use)))}`
}

/** Reads the root keys of the file and checks them against the keys in use. */
const openChecked = async (site: RotationTarget, use: RootKeyUse) => {
  const file = await site.openFile()
  const kept = await readRootKeys(file.keys)
  await requireRootKeysOpen(kept, use)
  return { file, kept }
}

/**
 * Writes a new version to the file first and deploys it afterwards, since data wrapped by a key without a copy would be lost. If the file
 * already has an unused version, perhaps from an interrupted run, that one is deployed.
 */
const rotate = async (site: RotationTarget, use: RootKeyUse): Promise<string> => {
  const { file, kept } = await openChecked(site, use)
  const begun = kept.size > 1 && newestVersion(kept) > newestUsed(use)
  const entries = begun ? kept : withNextVersion(kept)
  if (!begun) await file.replace(rootKeysText(entries))
  const version = newestVersion(entries)
  const deployed = await site.deploy(entries)
  const first = begun
    ? `${site.where} already has version ${version} of the root key, which is not in use yet. No new version was created.`
    : `${site.where} now has version ${version} of the root key.`
  return `${first}\n${deployed}\n\n${rootKeyUseTable(use)}\n\nThe sweep rewraps all account keys with version ${version}. --status shows the progress, --retire removes the old versions.`
}

/** Copies unused versions to the file of retired keys before removing them, since restoring an older backup needs them. */
const retire = async (site: RotationTarget, use: RootKeyUse): Promise<string> => {
  const { file, kept: entries } = await openChecked(site, use)
  const version = newestVersion(entries)
  const still = keysBefore(use, version)
  if (still > 0)
    throw new CliError(
      `${rootKeyUseTable(use)}\n\n${still} account keys still need a root key older than version ${version}. Nothing was changed; retry when the sweep has finished.`,
    )
  if (newestUsed(use) === 0)
    throw new CliError(
      `No account key is wrapped by version ${version} yet, so the worker may not have it. Nothing was changed.`,
    )
  const { newest, old } = retireOld(entries)
  if (old.size > 0) {
    await keepRetired(site.retired, old.values())
    await file.replace(rootKeysText(newest))
  }
  const deployed = await site.deploy(newest)
  const kept = existsSync(site.retired)
    ? `\nThe old versions are in ${site.retired}. Keep it while you may restore an older backup (D1 keeps 30 days), then destroy it.`
    : ''
  return `${site.where} now has version ${version} of the root key only.${kept}\n${deployed}`
}

/**
 * `npm run vault:rotate`.
 *
 * @returns the message to print. Neither it nor an error contains a key.
 * @throws CliError if it stopped. The same command continues from there.
 */
export const rotateVault = async (args: string[]): Promise<string> => {
  const options = readOptions(args)
  const { config = defaults.config, keys } = options
  const isRemote = options.remote === true
  if (isRemote !== (keys !== undefined) && !(isRemote && options.status))
    throw new CliError(`--remote requires --keys with your copy of ROOT_KEYS.\n\n${usage}`)
  if (options.status && options.retire) throw new CliError(`--status and --retire exclude each other.\n\n${usage}`)
  const site = isRemote
    ? deployedTarget(keys ?? '', config)
    : localTarget(options.state ?? defaults.state, options.vars ?? defaults.envFile, config)
  const use = await readRootKeyUse(site)
  if (options.status) return status(isRemote && keys === undefined ? null : await site.openFile(), use)
  return options.retire ? retire(site, use) : rotate(site, use)
}
