import { accountSettings, applySettingsChange, initialSettings } from '#contract/accounts/accounts'
import type { AccountSettings, AccountSettingsChange } from '#contract/accounts/accounts'
import { parseKeepingNumbers } from '#contract/schema/rawJson'
import { parseBody } from '#contract/schema/requestBody'
import { errorText } from '#contract/errors/apiError'
import { CliError, runCommand } from '../cliError.ts'
import { query } from '../wrangler/database.ts'
import { readOptions } from '../options.ts'
import { accountSql, settingsSql } from './accountSql.ts'

const usage = `npm run account:create -- --name "My shop" [settings] [--remote] [--shard 00]
npm run account:set -- --account <id> <settings> [--remote] [--shard 00]

Settings are one JSON object with the members of PUT /v1/account, such as
  '{"timeZone":"Europe/Vienna","allowedOrigins":{"live":["https://shop.example"]}}'
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

const create = async (): Promise<void> => {
  const { values, target, rest } = readOptions(['name'], usage)
  if (!values.name) throw new CliError(`An account needs a name.\n\n${usage}`)
  const change = readChange(rest[0])
  const id = crypto.randomUUID()
  const settings = applySettingsChange({ ...initialSettings, name: values.name }, change)
  await query(accountSql({ id, settings, now: Date.now() }), target)
  console.log(
    `Created the account "${settings.name}".\n\n  Account  ${id}\n\nNext: npm run key:create -- --account ${id}`,
  )
}

const set = async (): Promise<void> => {
  const { values, target, rest } = readOptions(['account'], usage)
  if (!values.account || !/^[0-9A-Za-z-]{1,64}$/.test(values.account) || rest[0] === undefined)
    throw new CliError(`An account and settings are required.\n\n${usage}`)
  const change = readChange(rest[0])
  const [row] = await query(`SELECT settings FROM accounts WHERE id = '${values.account}'`, target)
  if (row === undefined) throw new CliError(`There is no account ${values.account} in this database.`)
  const settings = applySettingsChange(JSON.parse(row['settings'] as string) as AccountSettings, change)
  await query(settingsSql(values.account, settings, Date.now()), target)
  console.log(JSON.stringify(settings, null, 2))
}

const commands: Readonly<Record<string, () => Promise<void>>> = { create, set }

await runCommand(async () => {
  const command = commands[process.argv[2] ?? '']
  if (command === undefined) throw new CliError(usage)
  await command()
})
