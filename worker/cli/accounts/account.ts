import { accountSettings } from '#contract/accounts/accounts'
import type { AccountSettingsChange } from '#contract/accounts/accounts'
import { parseKeepingNumbers } from '#contract/schema/rawJson'
import { parseBody } from '#contract/schema/requestBody'
import { errorText } from '#contract/errors/apiError'
import { toSettingsPatch } from '../../domain/accounts/toSettingsPatch.ts'
import { settingsColumn } from '../../store/accounts/settingsColumn.ts'
import { CliError, runCommand } from '../cliError.ts'
import { query } from '../wrangler/database.ts'
import { readOptions } from '../options.ts'
import { accountSql, settingsSql } from './accountSql.ts'

const usage = `npm run account:create -- --name "My shop" [settings] [--mode test|live] [--remote] [--shard 00]
npm run account:set -- --account <id> <settings> [--mode test|live] [--remote] [--shard 00]

Settings are one JSON object with the members of PUT /v1/account, such as
  '{"timeZone":"Europe/Vienna","allowedOrigins":["https://shop.example"],"rateTier":"strict"}'
They apply to both modes, or with --mode to one of them; some settings, such as timeZone and rateTier, are always shared by both.
The local database of npm run dev is used, or with --remote the deployed one.`

/** Parses settings with the schema of the API. */
const readChange = (text: string | undefined): AccountSettingsChange => {
  let json: unknown
  try {
    json = parseKeepingNumbers(text ?? '{}')
  } catch {
    throw new CliError(`The settings are not JSON.\n\n${usage}`)
  }
  const parsed = parseBody(accountSettings(), json, 'refuse')
  if (parsed.valid) return parsed.output
  const lines = parsed.errors.map((fault) => `  ${errorText(fault, 'The settings')} (${fault.type})`)
  throw new CliError(`These settings are not valid:\n${lines.join('\n')}`)
}

type Mode = 'test' | 'live'

const readModes = (mode: string | undefined): readonly Mode[] => {
  if (mode === undefined) return ['test', 'live']
  if (mode !== 'test' && mode !== 'live') throw new CliError(`--mode is test or live.\n\n${usage}`)
  return [mode]
}

const create = async (): Promise<void> => {
  const { values, target, rest } = readOptions(['name', 'mode'], usage)
  if (!values.name) throw new CliError(`An account needs a name.\n\n${usage}`)
  const { shared, own } = toSettingsPatch({ name: values.name, ...readChange(rest[0]) })
  const id = crypto.randomUUID()
  const ofModes = Object.fromEntries(readModes(values.mode).map((mode) => [mode, own]))
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
  for (const mode of readModes(values.mode)) {
    const [row] = await query(
      settingsSql({ account: values.account, mode, change, now: Date.now() }).join('\n'),
      target,
    )
    if (row === undefined) throw new CliError(`There is no account ${values.account} in this database.`)
    console.log(`${mode} ${JSON.stringify(settingsColumn.read(row['settings'], 'settings'), null, 2)}`)
  }
}

const commands: Readonly<Record<string, () => Promise<void>>> = { create, set }

await runCommand(async () => {
  const command = commands[process.argv[2] ?? '']
  if (command === undefined) throw new CliError(usage)
  await command()
})
