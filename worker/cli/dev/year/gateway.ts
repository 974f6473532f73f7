import { readFile } from 'node:fs/promises'
import { Secret } from '#contract/schema/secret'
import { createGateway } from '../../../app/gateway.ts'
import { parseEnvironment } from '../../../app/env.ts'
import type { Bindings } from '../../../app/env.ts'
import { Meter } from '../../../app/meter.ts'
import { requestServices } from '../../../app/requestServices.ts'
import type { RequestServices } from '../../../app/requestServices.ts'
import { accountWorkServices, shardWorkServices } from '../../../app/workServices.ts'
import { hashApiKey } from '../../../domain/apiKeys/format.ts'
import { createIds } from '../../../domain/ids.ts'
import { acceptPresentedCard } from '../../../domain/terminals/acceptPresentedCard.ts'
import { decide } from '../../../domain/transactions/initiate/decide.ts'
import { recordOutcome } from '../../../domain/transactions/initiate/recordOutcome.ts'
import { findKey } from '../../../store/apiKeys/apiKeys.ts'
import type { KeyRecord } from '../../../store/apiKeys/apiKeys.ts'
import { Database } from '../../../store/sql/database.ts'
import { simulatedAnswers } from '../../../terminals/simulated/behaviours.ts'
import { inRepository } from '../../repository.ts'
import { sqliteD1 } from '../../sqlite/sqliteD1.ts'
import { demoAccount } from '../demoAccount.ts'
import { createIssuer } from './issuer.ts'
import type { SeededRandom } from './random.ts'

/** All due work in one call. */
const workLimits = { ms: Infinity, items: 1000, itemsAtOnce: 1, callsAtOnce: 1 }

/** Durable Objects do not run here: webhooks are delivered once the gateway runs. */
const objects = {
  getByName: () => ({ wake: async () => undefined, refresh: async () => undefined, write: async () => false }),
} as never

interface YearGatewaySettings {
  /** They insert the demo account and its keys. */
  readonly statements: readonly string[]
  readonly rootKeys: string
  readonly random: SeededRandom
}

/** The built files. */
const assets = {
  fetch: async (url: string) => new Response(await readFile(inRepository(`dist/assets${new URL(url).pathname}`))),
} as unknown as Bindings['ASSETS']

/**
 * The gateway's domain on a database in memory, for the demo account's test mode, with a clock that is set. It writes the rows that requests to
 * a running gateway would write.
 */
export const openYearGateway = ({ statements, rootKeys, random }: YearGatewaySettings) => {
  const sqlite = sqliteD1(undefined, undefined, random.bytes)
  for (const statement of statements) sqlite.exec(statement)
  let nowMs = 0
  const clock = { now: () => nowMs }
  const issuer = createIssuer(clock.now)
  const bindings: Partial<Bindings> = {
    DB_00: sqlite.d1,
    ASSETS: assets,
    ROOT_KEYS: rootKeys,
    TERMINALS: objects,
    PAIRINGS: objects,
    WEBHOOK_ENDPOINTS: objects,
    WEBHOOK_SENDERS: objects,
    SIMULATOR_BOOKS: objects,
    OUTCOME_KEEPERS: objects,
    ACCOUNT_WORK: objects,
    LANE_WORKERS: objects,
    ALLOW_LOCAL_WEBHOOKS: '1',
  }
  const ids = createIds({ clock: clock.now, random: random.bytes })
  const gateway = createGateway(parseEnvironment(bindings as Bindings), {
    clock,
    ids,
    processor: issuer.processor,
    rateLimiters: {},
    reportAttention: () => undefined,
    log: () => undefined,
  })
  const view = new Database(sqlite.d1, new Meter())
  const place = { shard: '00', database: view }

  let presented: PresentedCard | null = null
  let key: KeyRecord | null = null
  /** Reads the account and its vault key. */
  const readKey = async (): Promise<KeyRecord> => {
    const found = await findKey({ database: view }, await hashApiKey(demoAccount.secretKey))
    if (found === null) throw new Error('The database has no demo account.')
    return (key = found)
  }

  /** The services of a request with the demo account's secret key. */
  const services = async (): Promise<RequestServices> => {
    const { account, keyId, scopes } = key?.account.vaultKey ? key : await readKey()
    const made: RequestServices = requestServices(
      gateway,
      { ...place, account, keyId, meter: new Meter(), requestId: ids.requestId(), warnings: [] },
      { keyId, scopes, shard: '00', address: null, origin: 'http://localhost' },
    )
    return { ...made, terminalsClient: presentingTerminals(made, () => presented) }
  }

  return {
    clock,
    random,
    rows: sqlite.rows,
    bytes: sqlite.bytes,
    services,
    issuer,
    /** Sets the card that shoppers present at terminals from now on. */
    setPresentedCard: (card: PresentedCard): void => void (presented = card),
    /** Sets the clock. Milliseconds since 1970. */
    setClock: (ms: number): void => void (nowMs = ms),
    workServices: async () => accountWorkServices(gateway, place, (key ?? (await readKey())).account, workLimits),
    shardServices: () => shardWorkServices(gateway, place),
    readKey,
  }
}

export type YearGateway = ReturnType<typeof openYearGateway>

export interface PresentedCard {
  readonly accountNumber: string
  /** MMYY. */
  readonly expires: string
}

/** Terminals whose shoppers pay at once, by the steps of their objects. */
const presentingTerminals = (
  needs: RequestServices,
  nextCard: () => PresentedCard | null,
): RequestServices['terminalsClient'] => ({
  ...needs.terminalsClient,
  claim: async () => 'unknown',
  status: async () => 'online',
  pay: async (_terminal, { opened, prompts }) => {
    const answers = simulatedAnswers('SIM001', prompts, needs.clock.now())
    const own = nextCard()
    const card = own && { accountNumber: new Secret(own.accountNumber), expires: own.expires }
    const presented = await acceptPresentedCard(opened, { ...answers, card: { ...answers.card, ...card } }, needs)
    if (presented === null) throw new Error('The payment at the terminal was abandoned.')
    await recordOutcome(presented, await decide(presented, needs), needs)
  },
})
