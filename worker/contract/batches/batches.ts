import * as v from 'valibot'
import { responseInteger } from '../schema/numbers.ts'
import { envelope } from '../errors/envelope.ts'
import { endpoint } from '../endpoint.ts'
import type { Documentation } from '../endpoint.ts'
import { identifier } from '../schema/fields.ts'
import { object } from '../schema/objects.ts'
import { paging, pagingParameters } from '../schema/paging.ts'

const tag = 'Batches'

const sum = () => v.object({ count: responseInteger(), amount: v.number() })

/**
 * The captures and credits that an account settles together. Times are RFC 3339 in UTC.
 *
 * - `cutoff`: operations approved until then are in the batch
 * - `totals`: one entry per currency; they grow while the batch is closing
 * - `net`: captures minus credits, possibly negative
 */
export const batch = () =>
  v.object({
    id: v.string(),
    status: v.picklist(['closing', 'closed']),
    cutoff: v.string(),
    created: v.string(),
    closed: v.nullable(v.string()),
    totals: v.array(v.object({ currency: responseInteger(), captures: sum(), credits: sum(), net: v.number() })),
  })

export const listBatches = endpoint({
  name: 'listBatches',
  method: 'GET',
  path: '/v1/batches',
  tag,
  scope: 'transactions:read',
  errorFormat: 'envelope',
  list: { counted: true },
  query: paging(),
  response: envelope({ batches: v.array(batch()) }),
  extension: true,
})

export const getBatch = endpoint({
  name: 'getBatch',
  method: 'GET',
  path: '/v1/batches/{id}',
  tag,
  scope: 'transactions:read',
  errorFormat: 'envelope',
  params: object({ id: identifier() }),
  response: envelope({ batch: batch() }),
  extension: true,
})

export const closeBatch = endpoint({
  name: 'closeBatch',
  method: 'POST',
  path: '/v1/batches/close',
  tag,
  scope: 'transactions:write',
  quotas: [],
  errorFormat: 'envelope',
  response: envelope({ batch: v.nullable(batch()) }),
  testOnly: true,
  extension: true,
})

export const batchEndpoints = [listBatches, getBatch, closeBatch] as const

export const batchDocumentation = (): Documentation => ({
  listBatches: {
    summary: 'List batches',
    description:
      "Returns batches, newest first. A batch closes every day at 23:59:59 in the account's time zone and contains all captures and credits since the previous batch. Days without captures or credits have no batch. Operations in progress at that moment, such as a capture that is being voided, go into the next batch. `GET /v1/transactions?batchId=` lists the payments of a batch.",
    parameters: pagingParameters,
  },
  getBatch: { summary: 'Retrieve a batch', description: 'Returns the batch with its totals in each currency.' },
  closeBatch: {
    summary: 'Close the batch now',
    description:
      'Closes the batch without waiting for the end of the day, in test mode only. `batch` is null if there is nothing to settle. A batch with thousands of operations is returned while it is closing, and closes within minutes.',
  },
})
