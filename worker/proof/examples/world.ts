import type { RecordedDelivery } from '../../cli/contract/examples/recordedEvents.ts'
import { keySql } from '../../cli/accounts/accountSql.ts'
import { memberSql } from '../../cli/accounts/teamSql.ts'
import { mintApiKey } from '../../domain/apiKeys/format.ts'
import { endpointObjectName } from '../../webhooks/objectName.ts'
import { simulator } from '../../processors/simulator/simulator.ts'
import { bindings } from '../../testing/bindings.ts'
import { createMerchant, startWorker } from '../../testing/merchant.ts'
import { beginFile, endFile } from '../../testing/runtime/node.ts'
import {
  type Control,
  controlledDatabase,
  controlledLimiters,
  controlledProcessor,
  notSent,
  unanswered,
} from '../controlledGateway.ts'
import { deterministicIds, replaceClockAndRandom } from './deterministic.ts'

/** The origin of the gateway in all examples. */
export const exampleOrigin = 'https://pay.example.com'

/** The time when the shop opens its account. */
const opening = Date.parse('2026-11-20T10:30:00.000Z')

/** The live key of stories with a team. No example shows it, and minting it in a story would change all values that are drawn after it. */
const teamKey = mintApiKey({ kind: 'rk', mode: 'live', shard: '00' }).reveal()

/** How long the issuer, and the shop's server, take for a response. */
const issuerMs = 182
const receiverMs = 47

/**
 * Starts the gateway with one shop, whose clock, ids, keys, tokens and secrets are the same in each run. Only one world can exist at a time
 * in a process: it replaces Date.now and the random numbers of WebCrypto until it is stopped.
 */
export const startExampleWorld = async () => {
  await beginFile()
  const state = {
    now: opening,
    processor: 'up' as 'up' | 'silent' | 'unreachable',
    database: 'up' as 'up' | 'away' | 'broken',
    exceeded: [] as readonly string[],
    receiver: 204 as number | null,
  }
  const now = () => state.now
  const restore = replaceClockAndRandom(now)
  const wait = async (ms: number, signal: AbortSignal): Promise<void> => {
    if (!signal.aborted) state.now += ms
  }
  const simulated = simulator({ now, delayMs: issuerMs, wait })
  const control: Control = (send) => async (op, ref) => {
    if (state.processor === 'unreachable') return notSent(ref)
    if (state.processor === 'up') return send(op, ref)
    state.now = op.deadline
    return unanswered(ref)
  }
  const limiters = ['standard', 'strict', 'tokens', 'authentication', 'devices']
  const deliveries: Omit<RecordedDelivery, 'secret'>[] = []
  /** The shop's server, which receives webhooks. */
  const receive = async (request: Request): Promise<Response> => {
    const { url, headers } = request
    deliveries.push({ url, headers: Object.fromEntries(headers), body: await request.text() })
    if (state.receiver === null) {
      state.now += 15_000
      throw new TypeError('No response.')
    }
    state.now += receiverMs
    return new Response(null, { status: state.receiver })
  }
  const worker = startWorker(
    {
      clock: { now },
      processor: controlledProcessor(simulated, control),
      ids: deterministicIds(now),
      rateLimiters: controlledLimiters(limiters, () => state.exceeded),
      fetch: receive,
    },
    { DB_00: controlledDatabase(state) },
  )
  const shop = await createMerchant()
  const reports = await shop.issue('rk', { scopes: ['transactions:read'] })
  const sweep = async (): Promise<void> => worker.sweep()

  /** Waits until the events so far are delivered, as far as they are due. */
  const deliver = async (): Promise<void> => {
    const due = await shop.rows(
      'SELECT webhooks.id AS id, testClockOffset AS offset FROM webhooks JOIN accounts ON accounts.id = account WHERE account = ?',
      shop.id,
    )
    for (const { id, offset } of due)
      await bindings.WEBHOOK_ENDPOINTS.getByName(endpointObjectName('00', id as string)).catchUp(
        state.now + Number(offset),
      )
  }

  const keys = { secret: shop.secretKey, publishable: shop.publishableKey, reports: reports.key, team: teamKey }

  /** Two people join the team, and the live key that reaches it begins to work. */
  const openTeam = async (): Promise<void> => {
    const id = crypto.randomUUID()
    const scopes = ['team:read', 'team:write'] as const
    await shop.run(await keySql({ id, account: shop.id, key: teamKey, scopes, now: state.now }))
    for (const [name, role] of [
      ['Ada Lovelace', 'owner'],
      ['Grace Hopper', 'support'],
    ] as const) {
      const [first = ''] = name.toLowerCase().split(' ')
      const [id, session] = [crypto.randomUUID(), crypto.randomUUID()]
      await shop.run(memberSql({ id, account: shop.id, name, email: `${first}@shop.example`, role, now: state.now }))
      await shop.run(
        `INSERT INTO consoleSessions (id, hash, account, member, browser, created, seen, confirmed)
         VALUES (?1, ?1, ?2, ?3, 'Firefox on Linux', ?4, ?4, ?4)`,
        session,
        shop.id,
        id,
        state.now,
      )
      state.now += 1000
    }
    // The first request with an Idempotency-Key in a mode makes a key of the account. The client sends one with each request, curl with none.
    const headers = { 'x-api-key': teamKey, 'idempotency-key': 'first', 'content-type': 'application/json' }
    const nobody = `${exampleOrigin}/v1/team/members/${crypto.randomUUID()}`
    await worker.fetch(new Request(nobody, { method: 'PUT', headers, body: '{}' }))
  }

  return {
    state,
    keys,
    openTeam,
    deliveries: deliveries as readonly Omit<RecordedDelivery, 'secret'>[],
    fetch: worker.fetch,
    sweep,
    deliver,
    /** Ends the world, and restores the clock and the random numbers of the process. */
    stop: async (): Promise<void> => {
      restore()
      await endFile('', 'examples')
    },
  }
}

export type ExampleWorld = Awaited<ReturnType<typeof startExampleWorld>>
