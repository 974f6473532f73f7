import { userInfo } from 'node:os'
import { accountSettings } from '#contract/accounts/accounts'
import { parseKeepingNumbers } from '#contract/schema/rawJson'
import { defaultPolicies, parseBody } from '#contract/schema/requestBody'
import { errorText } from '#contract/errors/apiError'
import { requireHttpsOrigins } from '../../domain/accounts/liveOrigins.ts'
import { createIds } from '../../domain/ids.ts'
import { toSettings } from '../../domain/accounts/toSettings.ts'
import { toSettingsPatch } from '../../domain/accounts/toSettingsPatch.ts'
import { settingsColumn } from '../../store/accounts/settingsColumn.ts'
import { CliError, runCommand } from '../cliError.ts'
import { query } from '../wrangler/database.ts'
import { readOptions } from '../options.ts'
import { accountSql, sandboxSql, settingsSql } from './accountSql.ts'
import { requireUnsealed } from './requireUnsealed.ts'
import type { UnsealedChange } from './requireUnsealed.ts'

const usage = `npm run account:create -- --name "My shop" [settings] [--mode test|live] [--remote] [--shard 00]
npm run account:create -- --sandbox [--name "Sandbox of Ann"] [settings] [--remote] [--shard 00]
npm run account:set -- --account <id> <settings> [--mode test|live] [--remote] [--shard 00]

Settings are one JSON object with the members of PUT /v1/account except webhookDefaults, such as
  '{"timeZone":"Europe/Vienna","allowedOrigins":["https://shop.example"],"rateTier":"strict"}'
They apply to both modes, or with --mode to one of them; some settings, such as timeZone and rateTier, are always shared by both.
A sandbox is an account for one developer, with a secret and a publishable key of test mode and no live key.
The local database of npm run dev is used (elsewhere with --state <folder>), or with --remote the deployed one.`

/** Parses settings with the schema of the API. */
const readChange = (text: string | undefined): UnsealedChange => {
  let json: unknown
  try {
    json = parseKeepingNumbers(text ?? '{}')
  } catch {
    throw new CliError(`The settings are not JSON.\n\n${usage}`)
  }
  const parsed = parseBody(accountSettings(), json, defaultPolicies)
  if (parsed.valid) return requireUnsealed(parsed.output)
  const lines = parsed.errors.map((fault) => `  ${errorText(fault, 'The settings')} (${fault.type})`)
  throw new CliError(`These settings are not valid:\n${lines.join('\n')}`)
}

type Mode = 'test' | 'live'

const readModes = (mode: string | undefined): readonly Mode[] => {
  if (mode === undefined) return ['test', 'live']
  if (mode !== 'test' && mode !== 'live') throw new CliError(`--mode is test or live.\n\n${usage}`)
  return [mode]
}

const requireOrigins = (modes: readonly Mode[], origins: readonly string[] | undefined): void => {
  try {
    for (const mode of modes) requireHttpsOrigins(mode, origins)
  } catch {
    throw new CliError('Live mode allows https origins only. Give origins of test mode with --mode test.')
  }
}

const ids = createIds({ clock: Date.now })

/** Creates a sandbox: an account with keys of test mode, printed as variables for the developer's shop. */
const createSandbox = async (args: string[]): Promise<void> => {
  const { values, target, rest } = readOptions(['name'], usage, args)
  const { shared, own } = toSettingsPatch({
    name: values.name ?? `Sandbox of ${userInfo().username}`,
    ...readChange(rest[0]),
  })
  const id = ids.short()
  const { sql, secretKey, publishableKey } = await sandboxSql({ id, shared, own, shard: target.shard, now: Date.now() })
  await query(sql, target)
  console.log(
    `Created the sandbox "${shared.name}" with its own test clock, events and data.\n\n  Account  ${id}\n\nSLUICE_SECRET_KEY=${secretKey}\nSLUICE_PUBLISHABLE_KEY=${publishableKey}\n\nThe keys are shown only once: the database stores their hashes.`,
  )
}

const create = async (): Promise<void> => {
  const args = process.argv.slice(3)
  if (args.includes('--sandbox')) return createSandbox(args.filter((arg) => arg !== '--sandbox'))
  const { values, target, rest } = readOptions(['name', 'mode'], usage)
  if (!values.name) throw new CliError(`An account needs a name.\n\n${usage}`)
  const { shared, own } = toSettingsPatch({ name: values.name, ...readChange(rest[0]) })
  const id = ids.short()
  const modes = readModes(values.mode)
  requireOrigins(modes, own.allowedOrigins)
  const ofModes = Object.fromEntries(modes.map((mode) => [mode, own]))
  await query(accountSql({ id, settings: shared, own: ofModes, now: Date.now() }), target)
  console.log(
    `Created the account "${shared.name}".\n\n  Account  ${id}\n\nNext: npm run key:create -- --account ${id}`,
  )
}

const set = async (): Promise<void> => {
  const { values, target, rest } = readOptions(['account', 'mode'], usage)
  if (!values.account || !/^[0-9A-Za-z-]{1,64}$/.test(values.account) || rest[0] === undefined)
    throw new CliError(`An account and settings are required.\n\n${usage}`)
  const change = readChange(rest[0])
  const modes = readModes(values.mode)
  requireOrigins(modes, change.allowedOrigins)
  for (const mode of modes) {
    const [row] = await query(
      settingsSql({ account: values.account, mode, change, now: Date.now() }).join('\n'),
      target,
    )
    if (row === undefined) throw new CliError(`There is no account ${values.account} in this database.`)
    console.log(`${mode} ${JSON.stringify(toSettings(settingsColumn.read(row['settings'], 'settings')), null, 2)}`)
  }
}

const commands: Readonly<Record<string, () => Promise<void>>> = { create, set }

await runCommand(async () => {
  const command = commands[process.argv[2] ?? '']
  if (command === undefined) throw new CliError(usage)
  await command()
})
