import { parseArgs } from 'node:util'
import { CliError } from '../cliError.ts'
import { createSender } from './api.ts'
import type { SendRequest } from './api.ts'
import { settingsFromArguments } from './settings.ts'
import type { ListedSetting } from './settings.ts'

export const usage = `npm run connection:add -- --processor <name> --label "US cards" [--<setting>=<value> ...] [--gateway <url>]
npm run connection:list -- [--gateway <url>]
npm run connection:check -- <id> [--gateway <url>]
npm run connection:disable -- <id> [--gateway <url>]

SLUICE_SECRET_KEY is an API key with the scope connections:admin. It determines the account and the mode.
Secret settings are prompted for, or read from standard input as JSON: {"apiKey":"..."}. Arguments cannot contain them.
--gateway is the address of the gateway, by default that of npm run dev, http://127.0.0.1:8787.`

/** What a command uses. Tests replace it. */
export interface CommandPorts {
  readonly key: string | undefined
  request(request: Request): Promise<Response>
  /** Reads the secret ones of these settings. */
  readSecrets(settings: readonly ListedSetting[]): Promise<Record<string, unknown>>
  print(line: string): void
}

interface Given {
  readonly values: Readonly<Record<string, string>>
  readonly ids: readonly string[]
}

const readGiven = (args: readonly string[]): Given => {
  const { tokens, positionals } = parseArgs({ args: [...args], strict: false, tokens: true, allowPositionals: true })
  const values: Record<string, string> = {}
  const taken = new Set<string>()
  for (const [index, token] of tokens.entries()) {
    if (token.kind !== 'option') continue
    const next = tokens[index + 1]
    // `--label Shop` is an option and a positional argument here, since the names of settings are not known yet.
    const value = token.value ?? (next?.kind === 'positional' ? next.value : undefined)
    if (value === undefined) throw new CliError(`${token.rawName} needs a value.\n\n${usage}`)
    if (token.value === undefined) taken.add(value)
    values[token.name] = value
  }
  return { values, ids: positionals.filter((one) => !taken.has(one)) }
}

const requireId = ({ ids }: Given): string => {
  const [id] = ids
  if (id === undefined || !/^[0-9A-Za-z-]{8,64}$/.test(id))
    throw new CliError(`The id of a connection is required.\n\n${usage}`)
  return id
}

interface ListedConnection {
  readonly id: string
  readonly status: string
  readonly processor: string
  readonly label: string
}

const toRow = ({ id, status, processor, label }: ListedConnection): string =>
  `${id.padEnd(36)}  ${status.padEnd(8)}  ${processor.padEnd(12)}  ${label}`

type Command = (send: SendRequest, given: Given, ports: CommandPorts) => Promise<void>

const add: Command = async (send, { values }, { readSecrets, print }) => {
  const { processor, label, ...rest } = values
  if (!processor || !label) throw new CliError(`A connection needs a processor and a label.\n\n${usage}`)
  const { processors } = await send('GET', '/v1/processors')
  const known = processors as readonly { readonly name: string; readonly settings: readonly ListedSetting[] }[]
  const found = known.find(({ name }) => name === processor)
  if (found === undefined)
    throw new CliError(`There is no processor ${processor}. Processors: ${known.map(({ name }) => name).join(', ')}.`)
  const settings = settingsFromArguments(found.settings, rest)
  const secrets = found.settings.some(({ kind }) => kind === 'secret') ? await readSecrets(found.settings) : {}
  const { connection } = await send('POST', '/v1/connections', {
    processor,
    label,
    settings: { ...settings, ...secrets },
  })
  print(`Added the connection "${connection.label}" in ${connection.mode} mode.\n\n  Connection  ${connection.id}`)
  print(`\nNext: npm run connection:check -- ${connection.id}`)
}

const list: Command = async (send, _given, { print }) => {
  const { connections } = await send('GET', '/v1/connections')
  for (const connection of connections as readonly ListedConnection[]) print(toRow(connection))
}

const check: Command = async (send, given, { print }) => {
  const { check: result, connection } = await send('POST', `/v1/connections/${requireId(given)}/check`)
  if (result.result !== 'ok') throw new CliError(`The check failed (${result.reason}): ${result.text}`)
  print(`The processor accepts the credentials of "${connection.label}".`)
}

const disable: Command = async (send, given, { print }) => {
  const { connection } = await send('PUT', `/v1/connections/${requireId(given)}`, { disabled: true })
  print(`Disabled "${connection.label}". Captures, voids and credits of its earlier payments still use it.`)
}

const commands: Readonly<Record<string, Command>> = { add, list, check, disable }

/** Runs a command of connections. @throws CliError */
export const runConnectionCommand = async (
  name: string,
  args: readonly string[],
  ports: CommandPorts,
): Promise<void> => {
  const command = commands[name]
  if (command === undefined) throw new CliError(usage)
  const { values, ids } = readGiven(args)
  const { gateway = 'http://127.0.0.1:8787', ...rest } = values
  await command(createSender(gateway, ports.key, ports.request), { values: rest, ids }, ports)
}
