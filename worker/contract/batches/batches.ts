import * as v from 'valibot'
import { envelope } from '../errors/envelope.ts'
import { endpoint } from '../endpoint.ts'
import type { Documentation } from '../endpoint.ts'
import { identifier } from '../schema/fields.ts'
import { object } from '../schema/objects.ts'
import { paging, pagingParameters } from '../schema/paging.ts'

const tag = 'Batches'

const sum = () => v.object({ count: v.number(), amount: v.number() })

/**
 * What an account captured and credited in a day. Times are RFC 3339 in UTC.
 *
 * - `cutoff`: what was approved until then is in it
 * - `totals`: one entry for each currency; they grow as long as the batch is closing
 * - `net`: captures less credits, which may be below zero
 */
export const batch = () =>
  v.object({
    id: v.string(),
    status: v.picklist(['closing', 'closed']),
    cutoff: v.string(),
    created: v.string(),
    closed: v.nullable(v.string()),
    totals: v.array(v.object({ currency: v.number(), captures: sum(), credits: sum(), net: v.number() })),
  })

export const listBatches = endpoint({
  name: 'listBatches',
  method: 'GET',
  path: '/v1/batches',
  tag,
  scope: 'transactions:read',
  regime: 'envelope',
  query: paging(),
  answer: envelope({ batches: v.array(batch()) }),
  extension: true,
})

export const getBatch = endpoint({
  name: 'getBatch',
  method: 'GET',
  path: '/v1/batches/{id}',
  tag,
  scope: 'transactions:read',
  regime: 'envelope',
  params: object({ id: identifier() }),
  answer: envelope({ batch: batch() }),
  extension: true,
})

export const closeBatch = endpoint({
  name: 'closeBatch',
  method: 'POST',
  path: '/v1/batches/close',
  tag,
  scope: 'transactions:write',
  regime: 'envelope',
  answer: envelope({ batch: v.nullable(batch()) }),
  testOnly: true,
  extension: true,
})

export const batchEndpoints = [listBatches, getBatch, closeBatch] as const

export const batchDocumentation = (): Documentation => ({
  listBatches: {
    summary: 'List batches',
    description:
      "Newest first. The batch of a day closes at 23:59:59 by the account's time zone, with everything that was captured and credited since the last one. A day on which nothing was has no batch. What is in flight at that moment, such as a capture whose void is under way, goes into the next one. `GET /v1/transactions?batchId=` lists the payments of a batch.",
    parameters: pagingParameters,
  },
  getBatch: { summary: 'Read a batch' },
  closeBatch: {
    summary: 'Close the batch now',
    description:
      'In test mode, instead of waiting for the end of the day. `batch` is null where there is nothing to settle. A batch of thousands of operations is answered while it is still closing, and closes within minutes.',
  },
})
