import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import type { Documentation } from '../endpoint.ts'
import { envelope } from '../errors/envelope.ts'
import { identifier, notFreeText, nullable, patterned } from '../schema/fields.ts'
import { parseDateTime } from '../schema/instant.ts'
import { responseInteger } from '../schema/numbers.ts'
import { object } from '../schema/objects.ts'
import { fault } from '../errors/fault.ts'

/** The comparison of a connection's operations with those of its processor. */

export const differenceKinds = ['missing_here', 'missing_there', 'state', 'amount', 'foreign'] as const
export type DifferenceKind = (typeof differenceKinds)[number]

/** What `repair` does about a difference. `none`: requires a manual decision. */
export const repairKinds = ['record', 'reverse', 'none'] as const
export type RepairKind = (typeof repairKinds)[number]

/** `reversing`: the processor has not acknowledged the reversal yet. The sweep repeats it. */
export const repairResults = ['recorded', 'reversed', 'reversing'] as const
export type RepairResult = (typeof repairResults)[number]

const comparedTypes = ['authorize', 'capture', 'void', 'credit'] as const

/** The longest cursor of a reconciliation, in characters. */
export const maxCursorLength = 8192

/** A time of RFC 3339. The output is milliseconds since 1970. */
const time = () =>
  v.pipe(
    v.string(),
    v.check((text) => parseDateTime(text) !== undefined, fault('format_invalid', { format: 'RFC 3339 date-time' })),
    v.transform((text) => parseDateTime(text)!),
    v.metadata({ jsonSchema: { type: 'string', format: 'date-time' } }),
  )

const about = () => ({
  transactionId: v.nullable(v.string()),
  originalTransactionId: v.nullable(v.string()),
  type: v.picklist(comparedTypes),
  currency: responseInteger(),
})

const side = () => ({ status: v.string(), amount: v.number(), created: v.string() })

const difference = () =>
  v.object({
    kind: v.picklist(differenceKinds),
    repair: v.picklist(repairKinds),
    ...about(),
    gateway: v.nullable(v.object(side())),
    processor: v.nullable(v.object({ reference: v.string(), ...side() })),
  })

const repair = () =>
  v.object({
    result: v.picklist(repairResults),
    ...about(),
    amount: v.number(),
    reference: v.string(),
  })

export const reconcileConnection = endpoint({
  name: 'reconcileConnection',
  method: 'POST',
  path: '/v1/connections/{Connection}/reconcile',
  tag: 'Connections',
  scope: 'connections:admin',
  memberScopes: { repair: 'transactions:write' },
  quotas: [],
  errorFormat: 'envelope',
  params: object({ Connection: identifier() }),
  body: object({
    from: time(),
    to: time(),
    repair: nullable(v.boolean()),
    cursor: nullable(notFreeText(patterned(/^[0-9A-Za-z_-]*$/, 1, maxCursorLength))),
  }),
  response: envelope({
    reconciliation: v.object({
      from: v.string(),
      to: v.string(),
      compared: responseInteger(),
      differences: v.array(difference()),
      repairs: v.array(repair()),
      cursor: v.nullable(v.string()),
    }),
  }),
  reachesProcessor: true,
  idempotent: false,
  extension: true,
})
export type ReconcileConnection = v.InferOutput<NonNullable<typeof reconcileConnection.body>>
export type Reconciliation = v.InferOutput<typeof reconcileConnection.response>['reconciliation']

export const reconciliationDocumentation = (): Documentation => ({
  reconcileConnection: {
    summary: 'Reconcile a connection',
    description: `Compares the operations of the connection with those that its processor reports for a period, and returns the differences. Without \`repair\` nothing is changed.

One request compares one page. Send \`cursor\` with the same members until it is null; \`npm run reconcile\` does so. With \`repair: true\` the first pages repair, and the following ones compare what is left:

- A capture, void or credit that only the processor has is recorded, if its payment is here and its state allows it. So is the outcome of one that is pending here.
- A payment that only the processor has is reversed, since nobody is waiting for its result. It is listed with the status \`reversed\` and the method \`unknown\`. One that has settled, or whose captures or credits have settled, requires a manual decision.
- A payment that is reversed here but still approved at the processor is reversed again.

Everything else requires a manual decision, with \`repair\` \`none\`. A repeated request repairs nothing twice. The request with \`repair\` also needs the scope \`transactions:write\`. A processor without reports returns 409 \`not_supported_by_processor\`; one that does not respond 503 \`unavailable\`.`,
  },
})
