import * as v from 'valibot'
import type { NmiClock } from './clock.ts'
import { faultOrderSchema, type NmiFaultPlan } from './faultPlan.ts'
import type { Reply } from './faults.ts'
import type { NmiLedger } from './ledger.ts'
import { ledgerPage } from './page.ts'

export interface Controls {
  readonly faults: NmiFaultPlan
  readonly clock: NmiClock
  readonly ledger: NmiLedger
}

const yearMs = 365 * 86_400_000

const clockSchema = v.strictObject({
  advanceMs: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100 * yearMs)),
})

const json = (body: unknown, status = 200): Reply => ({
  status,
  contentType: 'application/json',
  text: JSON.stringify(body, null, 2),
})

/** Runs a handler with the JSON of a body. Errors name the member and not its value. */
const withBody = <Schema extends v.GenericSchema>(
  schema: Schema,
  body: string,
  handle: (value: v.InferOutput<Schema>) => Reply,
): Reply => {
  try {
    return handle(v.parse(schema, JSON.parse(body)))
  } catch (error) {
    if (!(error instanceof v.ValiError) && !(error instanceof SyntaxError)) throw error
    const path = error instanceof v.ValiError ? (v.getDotPath(error.issues[0]) ?? '') : ''
    return json({ error: `Invalid body${path === '' ? '' : ` at ${path}`}` }, 400)
  }
}

/** The endpoints for tests and persons, by method and path. */
export const createControl = ({
  faults,
  clock,
  ledger,
}: Controls): Readonly<Record<string, (body: string) => Reply | Promise<Reply>>> => ({
  'POST /standin/faults': (body) =>
    withBody(v.array(faultOrderSchema), body, (orders) => {
      for (const order of orders) faults.add(order)
      return json({ added: orders.length })
    }),
  'DELETE /standin/faults': () => {
    faults.clear()
    return json({})
  },
  'POST /standin/clock': (body) =>
    withBody(clockSchema, body, ({ advanceMs }) => {
      clock.advance(advanceMs)
      return json({ now: new Date(clock.now()).toISOString() })
    }),
  'GET /standin/ledger': () => json({ now: new Date(clock.now()).toISOString(), transactions: ledger.all() }),
  'GET /': async () => ({
    status: 200,
    contentType: 'text/html; charset=utf-8',
    text: await ledgerPage(ledger.all(), clock.now()),
  }),
})
