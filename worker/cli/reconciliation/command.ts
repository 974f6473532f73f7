import { parseArgs } from 'node:util'
import { CliError } from '../cliError.ts'
import { createSender } from '../connections/api.ts'
import type { SendRequest } from '../connections/api.ts'
import { toTable } from './table.ts'
import type { ListedDifference, ListedRepair } from './table.ts'

export const usage = `npm run reconcile -- --connection <id> --from <time> --to <time> [--repair] [--json] [--gateway <url>]

Compares the operations of a connection with those that its processor reports. Times are RFC 3339, such as 2026-11-20T12:00:00Z.
--repair records and reverses what can be repaired without guessing, then compares what is left.
--json prints one JSON object instead of tables.

SLUICE_SECRET_KEY is an API key with the scope connections:admin, and transactions:write for --repair. It determines the account and the mode.
--gateway is the address of the gateway, by default that of npm run dev, http://127.0.0.1:8787.

Exit codes: 0 if both agree, 1 if differences are left, 2 if the comparison could not be made.`

/** What the command uses. Tests replace it. */
export interface ReconcilePorts {
  readonly key: string | undefined
  request(request: Request): Promise<Response>
  print(line: string): void
}

interface Page {
  readonly from: string
  readonly to: string
  readonly compared: number
  readonly differences: readonly ListedDifference[]
  readonly repairs: readonly ListedRepair[]
  readonly cursor: string | null
}

const text = { type: 'string' } as const
const flag = { type: 'boolean', default: false } as const

const readOptions = (args: readonly string[]) => {
  try {
    const options = { connection: text, from: text, to: text, gateway: text, repair: flag, json: flag }
    return parseArgs({ args: [...args], options }).values
  } catch (error) {
    throw new CliError(`${(error as Error).message}\n\n${usage}`)
  }
}

/** An instant as the API takes it. @throws CliError */
const toInstant = (name: string, given: string | undefined): string => {
  const ms = given === undefined ? Number.NaN : Date.parse(given)
  if (Number.isNaN(ms)) throw new CliError(`--${name} must be a time, such as 2026-11-20T12:00:00Z.\n\n${usage}`)
  return new Date(ms).toISOString()
}

/** All pages as one result. */
const readPages = async (send: SendRequest, path: string, body: object): Promise<Omit<Page, 'cursor'>> => {
  const pages: Page[] = []
  let cursor: string | null = null
  do {
    const { reconciliation } = (await send('POST', path, { ...body, ...(cursor !== null && { cursor }) })) as {
      readonly reconciliation: Page
    }
    pages.push(reconciliation)
    cursor = reconciliation.cursor
  } while (cursor !== null)
  const [first] = pages
  return {
    from: first!.from,
    to: first!.to,
    compared: pages.reduce((sum, page) => sum + page.compared, 0),
    differences: pages.flatMap(({ differences }) => differences),
    repairs: pages.flatMap(({ repairs }) => repairs),
  }
}

/** Reconciles a connection and prints the result. Returns the exit code. @throws CliError */
export const runReconcile = async (
  args: readonly string[],
  { key, request, print }: ReconcilePorts,
): Promise<0 | 1> => {
  const { connection, from, to, repair, json, gateway = 'http://127.0.0.1:8787' } = readOptions(args)
  if (connection === undefined || !/^[0-9A-Za-z-]{8,64}$/.test(connection))
    throw new CliError(`--connection must be the id of a connection: npm run connection:list.\n\n${usage}`)
  const span = { from: toInstant('from', from), to: toInstant('to', to) }
  if (span.from >= span.to) throw new CliError('--from must be before --to.')
  const send = createSender(gateway, key, request)
  const result = await readPages(send, `/v1/connections/${connection}/reconcile`, {
    ...span,
    ...(repair && { repair }),
  })
  print(json ? JSON.stringify({ connection, ...result }, null, 2) : toTable(connection, result))
  return result.differences.length === 0 ? 0 : 1
}
