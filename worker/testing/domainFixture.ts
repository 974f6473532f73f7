import { sweepServices } from '../app/compose.ts'
import type { RequestServices, SweepServices } from '../app/compose.ts'
import { parseEnvironment } from '../app/env.ts'
import { createGateway } from '../app/gateway.ts'
import { Meter } from '../app/meter.ts'
import { hashApiKey } from '../domain/apiKeys/format.ts'
import type { Warning } from '../domain/warning.ts'
import { inMemoryAcquirer } from '../proof/acquirer/memory.ts'
import { findKey } from '../store/apiKeys/apiKeys.ts'
import { Database } from '../store/sql/database.ts'
import { bindings } from './bindings.ts'
import { createMerchant, testClock } from './merchant.ts'
import type { MerchantOptions } from './merchant.ts'
import { requestServicesOf } from './requestServicesOf.ts'

/**
 * A fresh account and what verbs of the domain need, on the real SQL, with a clock that can be put forward and an acquirer whose ledger and
 * faults the test controls. Verbs are called as routes call them, without HTTP.
 */
export const domainFixture = async (options: MerchantOptions = {}) => {
  const merchant = await createMerchant(options)
  const clock = testClock()
  const acquirer = inMemoryAcquirer({ now: clock.now })
  const gateway = createGateway(parseEnvironment(bindings), {
    clock,
    processor: acquirer.processor,
    log: () => undefined,
  })
  const database = new Database(merchant.database, new Meter())
  const key = await findKey({ database }, await hashApiKey(merchant.secretKey))
  if (key === null) throw new Error('The account has no key.')
  const warnings: Warning[] = []
  return {
    ...acquirer,
    merchant,
    clock,
    database,
    gateway,
    /** Of all requests up to now. */
    warnings,
    /** The services of one more request by the account's secret key. */
    services: (): RequestServices => requestServicesOf(gateway, { key, database, warnings }),
    /** The services of a sweep that processes this account's test mode alone. */
    sweepServices: (): SweepServices =>
      sweepServices(gateway, { shard: '00', database }, { of: 'testAccount', account: merchant.id }, 0),
  }
}

export type DomainFixture = Awaited<ReturnType<typeof domainFixture>>
