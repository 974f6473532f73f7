import * as fc from 'fast-check'
import { endpoints } from '#contract/endpoints'
import { simulator } from '../../processors/simulator/simulator.ts'
import type { GatewayParts } from '../../app/gateway.ts'
import { gatewayOrigin, startWorker, testClock } from '../../testing/merchant.ts'
import { clearDueWork } from '../../testing/database/clearDueWork.ts'
import { complaintOf, routeOf } from './checkResponse.ts'
import type { Seen } from './checkResponse.ts'
import { brokenRule } from '../rowInvariants.ts'
import { createIdPool } from './idPool.ts'
import { openMerchant, opening } from './merchantFixture.ts'
import { requests } from './requests.ts'
import { printed } from './fuzzRequest.ts'
import type { Keys, Sending } from './fuzzRequest.ts'
import { countingTimeouts } from './timeouts.ts'

/** How many requests a merchant gets before the next one comes, so that no account's rows become many. */
const perMerchant = 500

/** What moves the clock of the account, and how many requests see it moved. */
const clockMoves: ReadonlySet<string> = new Set(['setTestClock', 'advanceTestClock'])
const afterMove = 10

/** Time-outs of the real clock: what the simulator leaves unanswered shall cost no time. */
const limits = { processorTimeoutMs: 20, reversalTimeoutMs: 20, abandonAfterMs: 45_000, reversalLeaseMs: 60_000 }

export interface Fuzzing {
  /** The same seed gives the same requests, but for the ids in them. */
  readonly seed: number
  readonly count: number
  /** The requests of this merchant alone, by its number. */
  readonly only?: number | undefined
  /** Endpoints that requests go to, by name. All, and the pages for shoppers, where it is not given. */
  readonly to?: readonly string[]
  /** The longest that an answer may take, in milliseconds; none where it is not given. One that is slow once may have had no processor. */
  readonly longestMs?: number
  /** Whether a request that fails is made as short as it can be. */
  readonly shrink?: boolean
  /** Parts of the gateway in place of the fuzzer's own. */
  readonly parts?: GatewayParts
  /** How many merchants may come to something wrong before the run ends. */
  readonly mostFindings?: number
}

export interface Fuzzed {
  /** What a reader needs of what failed: seed, what is wrong, and the request. Empty where nothing is. */
  readonly report: string
  /** How many requests were sent. */
  readonly sent: number
  /** Endpoints that no request came to. */
  readonly unasked: readonly string[]
  /** Endpoints that no request has got a success out of. */
  readonly unreached: readonly string[]
}

interface Answer extends Seen {
  readonly ms: number
}

/** Sends requests of every kind, and looks at each answer; after each merchant, at its books. What is wrong ends a merchant's turn. */
export const fuzz = async ({
  seed,
  count,
  only,
  to,
  longestMs = Infinity,
  shrink = true,
  parts = {},
  mostFindings = 1,
}: Fuzzing): Promise<Fuzzed> => {
  const { processor, timeouts } = countingTimeouts(parts.processor ?? simulator({ lateMs: 1 }))
  const worker = startWorker({
    clock: testClock(),
    limits,
    // Now and then a key is remembered, as in live mode: what an account was told is heeded a moment later.
    keyCacheMs: { test: 250, live: 250 },
    fetch: () => Promise.resolve(new Response(null, { status: 204 })),
    ...parts,
    processor,
  })
  const ids = createIdPool()
  const [asked, reached] = [new Set<string>(), new Set<string>()]
  let keys!: Keys
  let sent = 0
  let sinceMoved = Infinity
  const all = requests(ids, () => keys, to)

  const send = async ({ method, path, headers, body }: Sending): Promise<Answer> => {
    worker.log.length = 0
    const silent = timeouts.count
    const request = new Request(gatewayOrigin + path, { method, headers, ...(body === null ? {} : { body }) })
    const began = Date.now()
    const response = await worker.fetch(request)
    response.webSocket?.accept()
    response.webSocket?.close()
    const text = await response.text()
    const ms = Date.now() - began
    const { status, headers: answered } = response
    return { status, headers: answered, text, lines: [...worker.log], wasLeftAlone: timeouts.count > silent, ms }
  }

  /** An answer that is slow once may have had no processor: one is slow that is so three times more, alone. */
  const isAlwaysSlow = async (sending: Sending): Promise<boolean> => {
    for (let time = 0; time < 3; time++) {
      await scheduler.wait(1000)
      if ((await send(sending)).ms <= longestMs) return false
    }
    return true
  }

  const note = (sending: Sending, seen: Answer): void => {
    const route = routeOf(seen) ?? 'page'
    asked.add(route)
    if (seen.status !== 200) return
    reached.add(route)
    if (clockMoves.has(route)) sinceMoved = 0
    ids.learn(route, sending.path, seen)
  }

  /** Sends one request and looks at its answer. @throws Error that says what is wrong */
  const ask = async (sending: Sending): Promise<void> => {
    const seen = await send(sending).catch((thrown: unknown) => {
      throw new Error(`the worker threw: ${thrown instanceof Error ? thrown.stack : String(thrown)}`)
    })
    sent++
    note(sending, seen)
    const complaint =
      complaintOf(sending, seen) ??
      (seen.ms > longestMs && (await isAlwaysSlow(sending))
        ? `an answer after ${seen.ms} ms, and again and again`
        : null)
    if (complaint !== null) throw new Error(`${complaint}: ${seen.status} ${seen.text.slice(0, 1000)}`)
  }

  const call = (method: string, path: string, body?: object): Promise<void> =>
    ask({
      method,
      path: ids.filled(path),
      headers: { 'x-api-key': keys.secret, ...(body && { 'content-type': 'application/json' }) },
      body: body === undefined ? null : new TextEncoder().encode(ids.filled(JSON.stringify(body))),
    })

  /** All requests that a merchant gets. Answers what is wrong, or null. */
  const atOneMerchant = async (turn: number, numRuns: number): Promise<string | null> => {
    const opened = await openMerchant()
    keys = opened.keys
    ids.clear()
    for (const step of opening) await call(...step)
    let wrong = ''
    const property = fc.asyncProperty(all, async (sending) => {
      // A clock that stays far away makes all cards expire, and all else, too.
      if (++sinceMoved === afterMove) await call('DELETE', '/v1/testclock')
      try {
        await ask(sending)
      } catch (thrown) {
        wrong = `${(thrown as Error).message}\n${printed(sending)}`
        throw thrown
      }
    })
    // Far apart, or the next seed would give the next merchants' requests once more.
    const own = (Math.imul(seed, 0x9e3779b1) + turn) | 0
    const details = await fc.check(property, { numRuns, seed: own, endOnFailure: !shrink })
    await call('DELETE', '/v1/testclock')
    const complaint = details.failed ? wrong || String(details.errorInstance) : await brokenRule(opened.merchant)
    await clearDueWork(opened.merchant)
    return complaint
  }

  const end = only === undefined ? count / perMerchant : only + 1
  const findings: string[] = []
  for (let turn = only ?? 0; turn < end && findings.length < mostFindings; turn++) {
    const wrong = await atOneMerchant(turn, Math.min(perMerchant, count - turn * perMerchant)).catch(
      (thrown: unknown) => `a merchant's opening failed: ${String(thrown)}`,
    )
    if (wrong !== null) findings.push(`SLUICE_SEED=${seed} SLUICE_FUZZ=${count} SLUICE_MERCHANT=${turn}: ${wrong}`)
  }
  const names = endpoints.map(({ name }) => name)
  const without = (seen: ReadonlySet<string>) => names.filter((name) => !seen.has(name))
  return { report: findings.join('\n'), sent, unasked: without(asked), unreached: without(reached) }
}
