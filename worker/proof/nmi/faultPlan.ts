import * as v from 'valibot'

const ms = v.pipe(v.number(), v.integer(), v.minValue(0))
const code = v.pipe(v.string(), v.regex(/^[2-4]\d\d$/))

/**
 * A fault for one request. `dropBefore`, `silentBefore` and `status` with `before` have no effect, `delay` waits before the effect, and
 * `result` has its own. All others come after the effect, so the client does not know it.
 */
const faultSchema = v.variant('kind', [
  v.object({ kind: v.literal('dropBefore') }),
  /** The connection is lost after the effect, which query.php shows after `visibleAfterMs`. */
  v.object({ kind: v.literal('dropAfter'), visibleAfterMs: v.optional(ms) }),
  /** No response until the client disconnects. */
  v.object({ kind: v.literal('silent') }),
  v.object({ kind: v.literal('silentBefore') }),
  v.object({ kind: v.literal('delay'), ms }),
  v.object({ kind: v.literal('late'), ms }),
  /** NMI's result: no money moves, and the failed action is recorded. */
  v.object({ kind: v.literal('result'), code, text: v.optional(v.string()) }),
  /** The effect is as usual, and the response an error. */
  v.object({ kind: v.literal('afterDoing'), code }),
  v.object({ kind: v.literal('garbage') }),
  /** The first half of the response. */
  v.object({ kind: v.literal('half') }),
  v.object({
    kind: v.literal('status'),
    status: v.pipe(v.number(), v.integer(), v.minValue(400), v.maxValue(599)),
    before: v.boolean(),
  }),
  /** JSON instead of a form or XML. */
  v.object({ kind: v.literal('wrongContent') }),
])

export const requestTypes = [
  'sale',
  'auth',
  'capture',
  'void',
  'refund',
  'credit',
  'validate',
  'vault',
  'query',
] as const

export const faultOrderSchema = v.strictObject({
  /** Default: any request of transact.php. */
  on: v.optional(v.picklist(requestTypes)),
  /** The order id of the request or of its transaction. Default: any. */
  orderid: v.optional(v.string()),
  transactionid: v.optional(v.string()),
  /** The number of requests it applies to. Default: 1. */
  times: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  fault: faultSchema,
})

export type NmiFault = v.InferOutput<typeof faultSchema>
export type FaultOrder = v.InferOutput<typeof faultOrderSchema>

/** What a fault order can name of a request. */
export interface FaultTarget {
  readonly on: string
  readonly orderIds: readonly string[]
  readonly transactionId: string
  /** Its `ipaddress`. */
  readonly ipAddress: string
}

const matches = (order: FaultOrder, { on, orderIds, transactionId }: FaultTarget): boolean =>
  (order.on === undefined ? on !== 'query' : order.on === on) &&
  (order.orderid === undefined || orderIds.includes(order.orderid)) &&
  (order.transactionid === undefined || order.transactionid === transactionId)

export type NmiFaultPlan = ReturnType<typeof createNmiFaultPlan>

/** Fault orders in their sequence. Each request takes the first that matches. */
export const createNmiFaultPlan = () => {
  let orders: { readonly order: FaultOrder; left: number }[] = []

  return {
    add(order: FaultOrder): void {
      orders.push({ order, left: order.times ?? 1 })
    },

    take(target: FaultTarget): NmiFault | undefined {
      const found = orders.find(({ order }) => matches(order, target))
      if (found === undefined) return undefined
      found.left -= 1
      orders = orders.filter(({ left }) => left > 0)
      return found.order.fault
    },

    /** The number of requests that will still meet a fault. */
    left: (): number => orders.reduce((sum, { left }) => sum + left, 0),

    clear(): void {
      orders = []
    },
  }
}
