import { createRequestServices } from '../fixtures/requestServicesOf.ts'
import { initialSettings } from '#contract/accounts/accounts'
import { parseKeepingNumbers } from '#contract/schema/rawJson'
import { createToken as tokenRequest } from '#contract/tokens/tokens'
import { authorizeTransaction } from '#contract/transactions/transactions'
import * as v from 'valibot'
import { createToken } from '../../domain/tokens/create.ts'
import { authorize } from '../../domain/transactions/authorize.ts'
import { Meter } from '../../app/meter.ts'
import type { Processor } from '../../processors/processor.ts'
import { simulator } from '../../processors/simulator/simulator.ts'
import { createGateway } from '../../app/gateway.ts'
import type { RequestServices } from '../../app/compose.ts'
import type { Warning } from '../../domain/warning.ts'
import { Database, sql } from '../../store/sql/database.ts'
import { shopTraffic } from './shopTraffic.ts'
import type { TrafficOptions, Attempt } from './shopTraffic.ts'
import { noObjects } from '../runtime/noObjects.ts'

/** An attempt and its result. */
interface AttemptResult extends Attempt {
  readonly reachedProcessor: boolean
  readonly responseCode: string | null
  readonly warnings: readonly Warning[]
}

const startTime = Date.UTC(2026, 10, 20, 12)

/** The simulated issuer declines cards with this postal code. */
const declinedPostalCode = '46282'

const cardOf = ({ number, approved }: Attempt) => ({
  accountNumber: number,
  expires: '1230',
  verificationValue: '123',
  ...(approved ? {} : { postalCode: declinedPostalCode }),
})

/** A simulator that counts its authorizations. */
const countingSimulator = () => {
  const simulated = simulator()
  const count = { authorizations: 0 }
  const authorize: Processor['authorize'] = (op, ref) => {
    count.authorizations += 1
    return simulated.authorize(op, ref)
  }
  return { count, processor: { ...simulated, authorize } }
}

/**
 * Sends a shop's traffic through the domain functions, one payment after another: each card is tokenized with the browser's address, and
 * the shop's server then pays with the token. The clock shows the time of each attempt.
 */
export const simulateTraffic = async (d1: D1Database, options: TrafficOptions): Promise<AttemptResult[]> => {
  const account = crypto.randomUUID()
  await new Database(d1, new Meter()).batch([
    sql(
      'INSERT INTO accounts (id, settings, created, updated) VALUES (?, ?, 0, 0)',
      account,
      JSON.stringify(initialSettings),
    ),
  ])
  let now = startTime
  const { count, processor } = countingSimulator()
  const environment = {
    assets: undefined as never,
    shards: new Map([['00', d1]]),
    rootKeys: `1:${btoa(String.fromCharCode(...new Uint8Array(32)))}`,
    simulatorDelayMs: 0,
    rateLimiters: {},
    wallet: null,
    email: null,
    ...noObjects,
  }
  const gateway = createGateway(environment, { clock: { now: () => now }, processor, log: () => {} })
  const servicesOf = (kind: 'pk' | 'sk', address: string, warnings: Warning[] = []): RequestServices =>
    createRequestServices(gateway, {
      warnings,
      database: new Database(d1, new Meter()),
      key: {
        keyId: kind,
        kind,
        scopes: [],
        allowedOrigins: null,
        expires: null,
        revoked: null,
        account: {
          id: account,
          mode: 'test',
          suspended: false,
          settings: initialSettings,
          clockOffsetMs: 0,
          vaultKey: null,
          endpoints: [],
        },
      },
      address,
    })

  const results: AttemptResult[] = []
  for (const attempt of shopTraffic(options)) {
    now = startTime + Math.floor(attempt.at)
    const warnings: Warning[] = []
    const { authorizations } = count
    const { token } = await createToken(
      v.parse(tokenRequest.body!, { creditCard: cardOf(attempt) }),
      servicesOf('pk', attempt.address),
    )
    const body = parseKeepingNumbers(JSON.stringify({ payment: { token }, amount: { value: 10.5 } }))
    const { responseCode } = await authorize(
      v.parse(authorizeTransaction.body!, body),
      // The address of the shop's server, which the rules ignore.
      servicesOf('sk', '192.0.2.250', warnings),
    )
    results.push({ ...attempt, reachedProcessor: count.authorizations > authorizations, responseCode, warnings })
  }
  return results
}
