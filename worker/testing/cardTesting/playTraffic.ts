import { requestServicesOf } from '../fixtures/requestServicesOf.ts'
import { shippedSettings } from '#contract/accounts/accounts'
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
import type { TrafficOptions, Try } from './shopTraffic.ts'
import { noObjects } from '../runtime/noObjects.ts'

/** A try, and what became of it. */
interface Tried extends Try {
  /** Whether the processor was. */
  readonly asked: boolean
  readonly responseCode: string | null
  readonly warnings: readonly Warning[]
}

const begin = Date.UTC(2026, 10, 20, 12)

/** The simulated issuer declines whoever lives there. */
const declinedPostalCode = '46282'

const cardOf = ({ number, approved }: Try) => ({
  accountNumber: number,
  expires: '1230',
  verificationValue: '123',
  ...(approved ? {} : { postalCode: declinedPostalCode }),
})

/** A simulator that counts how often it is asked. */
const counted = () => {
  const simulated = simulator()
  const count = { asked: 0 }
  const authorize: Processor['authorize'] = (op, ref) => {
    count.asked += 1
    return simulated.authorize(op, ref)
  }
  return { count, processor: { ...simulated, authorize } }
}

/**
 * Sends a shop's traffic, payment after payment, through the business as it ships: each card becomes a token for the browser's address, by
 * which the shop's server then pays. Time is that of the traffic.
 */
export const playTraffic = async (d1: D1Database, options: TrafficOptions): Promise<Tried[]> => {
  const account = crypto.randomUUID()
  await new Database(d1, new Meter()).batch([
    sql(
      'INSERT INTO accounts (id, settings, created, updated) VALUES (?, ?, 0, 0)',
      account,
      JSON.stringify(shippedSettings),
    ),
  ])
  let now = begin
  const { count, processor } = counted()
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
    requestServicesOf(gateway, {
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
          settings: shippedSettings,
          clockOffsetMs: 0,
          vaultKey: null,
          endpoints: [],
        },
      },
      address,
    })

  const tried: Tried[] = []
  for (const one of shopTraffic(options)) {
    now = begin + Math.floor(one.at)
    const warnings: Warning[] = []
    const { asked } = count
    const { token } = await createToken(
      v.parse(tokenRequest.body!, { creditCard: cardOf(one) }),
      servicesOf('pk', one.address),
    )
    const body = parseKeepingNumbers(JSON.stringify({ payment: { token }, amount: { value: 10.5 } }))
    const { responseCode } = await authorize(
      v.parse(authorizeTransaction.body!, body),
      // The shop's own server, whose address says nothing.
      servicesOf('sk', '192.0.2.250', warnings),
    )
    tried.push({ ...one, asked: count.asked > asked, responseCode, warnings })
  }
  return tried
}
