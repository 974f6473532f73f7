import type { RoutedMethod } from '#contract/connections/routing'
import { CliError } from '../cliError.ts'
import { createSender, type SendRequest } from '../connections/api.ts'
import { demoAccount } from './demoAccount.ts'

const processor = 'nmi'
const label = 'Stand-in for NMI'

/** Keys of the stand-in: one that begins with `live` belongs to a live account, others to a sandbox. */
const securityKeys = { test: 'sandbox-demo', live: 'live-demo' } as const

type Mode = keyof typeof securityKeys

/** Terminals of test mode stay with the simulator: simulated ones present its test cards, which NMI does not take. */
const methods = { test: ['creditCard', 'check'], live: ['creditCard', 'terminal', 'check'] } as const satisfies Record<
  Mode,
  readonly RoutedMethod[]
>

interface Connection {
  readonly id: string
  readonly processor: string
  readonly settings: Readonly<Record<string, unknown>>
  readonly disabled: boolean
}

interface Rule {
  readonly connection: string
}

/** A real NMI account has a public host, so a connection to loopback is one to the stand-in. */
const isToStandIn = ({ processor: name, settings }: Connection): boolean =>
  name === processor && /^http:\/\/(?:127\.0\.0\.1|localhost)(?::\d+)?$/.test(String(settings['host']))

const findConnections = async (send: SendRequest): Promise<readonly Connection[]> => {
  const { connections } = await send('GET', '/v1/connections')
  return (connections as readonly Connection[]).filter(isToStandIn)
}

const readRules = async (send: SendRequest): Promise<readonly Rule[]> => {
  const { account } = await send('GET', '/v1/account')
  return account.routing
}

/** The connection to the stand-in at a host: an earlier one with its host of now, or a new one. */
const ensureConnection = async (send: SendRequest, mode: Mode, host: string): Promise<string> => {
  // The stand-in refunds before its settlement, so that a refund can be tried at once.
  const settings = { host, securityKey: securityKeys[mode], creditsUnsettled: true }
  const [found] = await findConnections(send)
  if (found === undefined)
    return (await send('POST', '/v1/connections', { processor, label, settings })).connection.id as string
  if (found.disabled || found.settings['host'] !== host)
    await send('PUT', `/v1/connections/${found.id}`, { settings, disabled: false })
  return found.id
}

/** Routes cards, checks and live terminals of a mode to the stand-in, before all other rules. @throws CliError if the check of the connection fails */
export const routeToStandIn = async (send: SendRequest, mode: Mode, host: string): Promise<void> => {
  const connection = await ensureConnection(send, mode, host)
  const { check } = await send('POST', `/v1/connections/${connection}/check`)
  if (check.result !== 'ok')
    throw new CliError(`The stand-in for NMI failed the check (${check.reason}): ${check.text}`)
  const rules = await readRules(send)
  if (rules.some((rule) => rule.connection === connection)) return
  await send('PUT', '/v1/account', { routing: [{ methods: methods[mode], connection }, ...rules] })
}

/**
 * Removes the rules of a mode that route to the stand-in.
 *
 * @returns `unknown` if the mode never had a connection to it
 */
export const removeStandInRules = async (send: SendRequest): Promise<'unknown' | 'none' | 'removed'> => {
  const ids = (await findConnections(send)).map(({ id }) => id)
  if (ids.length === 0) return 'unknown'
  const rules = await readRules(send)
  const others = rules.filter(({ connection }) => !ids.includes(connection))
  if (others.length === rules.length) return 'none'
  await send('PUT', '/v1/account', { routing: others })
  return 'removed'
}

const request = (one: Request) => fetch(one)

const senders = (gateway: string): Readonly<Record<Mode, SendRequest>> => ({
  test: createSender(gateway, demoAccount.secretKey, request),
  live: createSender(gateway, demoAccount.live.secretKey, request),
})

/** Routes both modes of the demo account to the stand-in. @throws CliError */
export const connectDemoAccount = async (gateway: string, host: string): Promise<void> => {
  const { test, live } = senders(gateway)
  // Live mode first: a connection in test mode then shows that live mode has one.
  await routeToStandIn(live, 'live', host)
  await routeToStandIn(test, 'test', host)
}

/**
 * Routes the demo account to no stand-in, since none runs.
 *
 * @returns whether an earlier start had done so
 */
export const disconnectDemoAccount = async (gateway: string): Promise<boolean> => {
  const { test, live } = senders(gateway)
  const inTest = await removeStandInRules(test)
  // The live keys exist only after a start with the stand-in.
  const inLive = inTest === 'unknown' ? 'unknown' : await removeStandInRules(live)
  return inTest === 'removed' || inLive === 'removed'
}
