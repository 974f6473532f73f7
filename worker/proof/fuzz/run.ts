import * as fc from 'fast-check'
import { endpoints } from '#contract/endpoints'
import { simulator } from '../../processors/simulator/simulator.ts'
import type { GatewayParts } from '../../app/gateway.ts'
import { acmeRegistry } from '../../testing/doubles/acmeProcessor.ts'
import { gatewayOrigin, startWorker, testClock } from '../../testing/merchant.ts'
import { clearDueWork } from '../../testing/database/clearDueWork.ts'
import { findViolation, matchedRoute } from './checkResponse.ts'
import type { FuzzResponse } from './checkResponse.ts'
import { brokenRule } from '../rowInvariants.ts'
import { createIdPool } from './idPool.ts'
import { createFuzzMerchant, setupRequests } from './merchantFixture.ts'
import { requests } from './requests.ts'
import { printRequest } from './fuzzRequest.ts'
import type { ApiKeys, FuzzRequest } from './fuzzRequest.ts'
import { countingTimeouts } from './timeouts.ts'

/** Requests per merchant, which limits the rows of an account. */
const requestsPerMerchant = 500

/** Endpoints that change the test clock, and the number of requests before it is reset. */
const clockChanges: ReadonlySet<string> = new Set(['setTestClock', 'advanceTestClock'])
const requestsAfterMove = 10

/** Short real-time limits, since the simulator leaves some calls unanswered. */
const limits = { processorTimeoutMs: 20, reversalTimeoutMs: 20, abandonAfterMs: 45_000, reversalLeaseMs: 60_000 }

export interface FuzzOptions {
  /** The same seed draws the same requests, except for ids. */
  readonly seed: number
  readonly count: number
  /** Runs only the merchant of this number. */
  readonly merchant?: number | undefined
  /** Names of the endpoints to call. Default: all endpoints and pages. */
  readonly endpointNames?: readonly string[]
  /** Limit of the response time, in milliseconds. A slow response is repeated, since the machine may have been busy. */
  readonly maxResponseMs?: number
  /** Whether to shrink a failed request. */
  readonly shrink?: boolean
  /** Replaces parts of the gateway. */
  readonly parts?: GatewayParts
  /** The run ends after this number of merchants with findings. */
  readonly maxFindings?: number
}

export interface FuzzResult {
  /** Seed, violation and request of each finding; empty without findings. */
  readonly report: string
  readonly sent: number
  /** Endpoints without a request. */
  readonly unrequested: readonly string[]
  /** Endpoints without a successful response. */
  readonly withoutSuccess: readonly string[]
}

interface TimedResponse extends FuzzResponse {
  readonly ms: number
}

/** Sends random requests and checks each response, and the rows of each merchant. A finding ends the requests of its merchant. */
export const fuzz = async ({
  seed,
  count,
  merchant: only,
  endpointNames: to,
  maxResponseMs: longestMs = Infinity,
  shrink = true,
  parts = {},
  maxFindings: mostFindings = 1,
}: FuzzOptions): Promise<FuzzResult> => {
  const { processor, timeouts } = countingTimeouts(parts.processor ?? simulator({ lateMs: 1 }))
  const worker = startWorker({
    clock: testClock(),
    limits,
    // API keys are cached for a short time, as in live mode, so that changes of an account take effect later.
    keyCacheMs: { test: 250, live: 250 },
    fetch: () => Promise.resolve(new Response(null, { status: 204 })),
    processors: acmeRegistry(),
    ...parts,
    processor,
  })
  const ids = createIdPool()
  const [requested, reached] = [new Set<string>(), new Set<string>()]
  let keys!: ApiKeys
  let sent = 0
  let requestsSinceChange = Infinity
  const all = requests(ids, () => keys, to)

  const send = async ({ method, path, headers, body }: FuzzRequest): Promise<TimedResponse> => {
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
    return { status, headers: answered, text, log: [...worker.log], hasUnknownOutcome: timeouts.count > silent, ms }
  }

  /** A response counts as slow if three repetitions are slow, too. */
  const isAlwaysSlow = async (sending: FuzzRequest): Promise<boolean> => {
    for (let time = 0; time < 3; time++) {
      await scheduler.wait(1000)
      if ((await send(sending)).ms <= longestMs) return false
    }
    return true
  }

  const recordResponse = (sending: FuzzRequest, seen: TimedResponse): void => {
    const route = matchedRoute(seen) ?? 'page'
    requested.add(route)
    if (seen.status !== 200) return
    reached.add(route)
    if (clockChanges.has(route)) requestsSinceChange = 0
    ids.learn(route, sending.path, seen)
  }

  /** Sends a request and checks the response. @throws Error with the violation */
  const sendAndCheck = async (sending: FuzzRequest): Promise<void> => {
    const seen = await send(sending).catch((thrown: unknown) => {
      throw new Error(`the worker threw an exception: ${thrown instanceof Error ? thrown.stack : String(thrown)}`)
    })
    sent++
    recordResponse(sending, seen)
    const violation =
      findViolation(sending, seen) ??
      (seen.ms > longestMs && (await isAlwaysSlow(sending)) ? `the response repeatedly took ${seen.ms} ms` : null)
    if (violation !== null) throw new Error(`${violation}: ${seen.status} ${seen.text.slice(0, 1000)}`)
  }

  const sendValid = (method: string, path: string, body?: object): Promise<void> =>
    sendAndCheck({
      method,
      path: ids.fillTemplate(path),
      headers: {
        'x-api-key': path.startsWith('/v1/team/') ? keys.team : keys.secret,
        ...(body && { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : new TextEncoder().encode(ids.fillTemplate(JSON.stringify(body))),
    })

  /** Sends all requests of one merchant. Returns its finding, or null. */
  const fuzzMerchant = async (merchantNumber: number, numRuns: number): Promise<string | null> => {
    const opened = await createFuzzMerchant()
    keys = opened.keys
    ids.clear()
    for (const step of setupRequests) await sendValid(...step)
    let finding = ''
    const property = fc.asyncProperty(all, async (sending) => {
      // With the clock far ahead, all cards and other resources would be expired.
      if (++requestsSinceChange === requestsAfterMove) await sendValid('DELETE', '/v1/testclock')
      try {
        await sendAndCheck(sending)
      } catch (thrown) {
        finding = `${(thrown as Error).message}\n${printRequest(sending)}`
        throw thrown
      }
    })
    // Seeds of merchants are far apart, so that adjacent seeds of runs share no requests.
    const merchantSeed = (Math.imul(seed, 0x9e3779b1) + merchantNumber) | 0
    const details = await fc.check(property, { numRuns, seed: merchantSeed, endOnFailure: !shrink })
    await sendValid('DELETE', '/v1/testclock')
    const violation = details.failed ? finding || String(details.errorInstance) : await brokenRule(opened.merchant)
    await clearDueWork(opened.merchant)
    return violation
  }

  const end = only === undefined ? count / requestsPerMerchant : only + 1
  const findings: string[] = []
  for (let merchantNumber = only ?? 0; merchantNumber < end && findings.length < mostFindings; merchantNumber++) {
    const finding = await fuzzMerchant(
      merchantNumber,
      Math.min(requestsPerMerchant, count - merchantNumber * requestsPerMerchant),
    ).catch((thrown: unknown) => `the setup of a merchant failed: ${String(thrown)}`)
    if (finding !== null)
      findings.push(`SLUICE_SEED=${seed} SLUICE_FUZZ=${count} SLUICE_MERCHANT=${merchantNumber}: ${finding}`)
  }
  const names = endpoints.map(({ name }) => name)
  const without = (seen: ReadonlySet<string>) => names.filter((name) => !seen.has(name))
  return { report: findings.join('\n'), sent, unrequested: without(requested), withoutSuccess: without(reached) }
}
