import type { Reconciliation } from '#contract/connections/reconciliation'
import { nmiFetch } from '../../proof/nmi/fetch.ts'
import { createNmi } from '../../proof/nmi/nmi.ts'
import { createMerchant, startWorker, testClock } from '../../testing/merchant.ts'

/** No test card, which a live account declines. */
export const visa = '4539578763621486'
export const bankAccount = { accountNumber: '000123456789', routingNumber: '021000021', name: 'Ada Lovelace' }
export const minute = 60_000

const time = (ms: number): string => new Date(ms).toISOString()

/** A merchant in a mode whose payments go to NMI's stand-in, by a connection that was added over the API. */
export const nmiFixture = async (
  mode: 'test' | 'live',
  {
    securityKey = `${mode === 'live' ? 'live' : 'sandbox'}-${crypto.randomUUID()}`,
    ...more
  }: Readonly<Record<string, unknown>> & {
    readonly securityKey?: string
  } = {},
) => {
  const clock = testClock()
  const standIn = createNmi({ now: clock.now, duplicateSeconds: 1200 })
  const merchant = await createMerchant({ mode })
  const worker = startWorker({ clock, fetch: (request) => nmiFetch(standIn)(request) })
  const call = worker.as(merchant.secretKey)
  const settings = { host: 'https://gateway.example', securityKey, ...more }
  const added = await call('POST', '/v1/connections', { body: { processor: 'nmi', label: 'Shop', settings } })
  const connection: string = added.json.connection.id
  const check = async () => (await call('POST', `/v1/connections/${connection}/check`)).json
  await call('PUT', '/v1/account', { body: { routing: [{ connection }], unreferencedCredits: true } })
  const send = async (path: string, body: object, headers = {}) =>
    (await call('POST', `/v1/transactions/${path}`, { body, headers })).json
  return {
    clock,
    standIn,
    merchant,
    worker,
    call,
    connection,
    securityKey,
    check,
    send,
    authorize: (more: object = {}, headers = {}) =>
      send(
        'authorize',
        { amount: { value: 20 }, payment: { creditCard: { accountNumber: visa, expires: '1230' } }, ...more },
        headers,
      ),
    get: async (id: string) => (await call('GET', `/v1/transactions/${id}`)).json,
    /** Half an hour after the other, with the background work of each. @param hours how long */
    passTime: async (hours: number) => {
      for (let passed = 0; passed < hours * 60; passed += 30) {
        clock.advance(30 * minute)
        await worker.sweep()
      }
    },
    /** Compares the last two days with NMI's report, page by page to its end. */
    reconcile: async (repair = false) => {
      const span = { from: time(clock.now() - 48 * 60 * minute), to: time(clock.now()) }
      const differences: Reconciliation['differences'][number][] = []
      const repairs: Reconciliation['repairs'][number][] = []
      let cursor: string | null = null
      do {
        const body = { ...span, repair, ...(cursor !== null && { cursor }) }
        const { json } = await call('POST', `/v1/connections/${connection}/reconcile`, { body })
        const page: Reconciliation = json.reconciliation
        differences.push(...page.differences)
        repairs.push(...page.repairs)
        cursor = page.cursor
      } while (cursor !== null)
      return { differences, repairs }
    },
    ledger: () => standIn.ledger.transactionsOf(securityKey),
    sums: () => standIn.ledger.sums(securityKey, 'USD'),
  }
}
