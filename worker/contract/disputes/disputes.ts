import * as v from 'valibot'
import { envelope } from '../errors/envelope.ts'
import { endpoint } from '../endpoint.ts'
import type { Documentation } from '../endpoint.ts'
import { identifier } from '../schema/fields.ts'
import { parseQueryEnd, parseQueryInstant } from '../schema/instant.ts'
import { object } from '../schema/objects.ts'
import { pagingEntries, pagingParameters, rejectAliases, toPage } from '../schema/paging.ts'
import { commaSeparated, queryParameter } from '../schema/parameters.ts'
import { dispute } from './disputeSchema.ts'
import { disputeStages } from './disputeStages.ts'
import { recordDispute } from './recordDispute.ts'

const tag = 'Disputes'

const isoTime = (ms: number): string => new Date(ms).toISOString()

/**
 * Query of the list of disputes: filters and page. `query` has the filters as text, for the Link header.
 *
 * Errors: query_invalid.
 */
const disputeSearch = () =>
  v.pipe(
    v.object({
      stage: commaSeparated(disputeStages),
      transactionId: queryParameter((text) => (/^[0-9]{1,19}$/.test(text) ? text : undefined), {
        type: 'string',
        pattern: '^[0-9]{1,19}$',
      }),
      from: queryParameter((text) => parseQueryInstant(text)?.ms, { type: 'string' }),
      to: queryParameter(parseQueryEnd, { type: 'string' }),
      ...pagingEntries(),
    }),
    rejectAliases(),
    v.transform(({ stage, transactionId, from, to, ...page }) => ({
      filters: { stage, transactionId, from, to },
      page: toPage(page),
      query: {
        ...(stage && { stage: stage.join(',') }),
        ...(transactionId !== undefined && { transactionId }),
        ...(from !== undefined && { from: isoTime(from) }),
        ...(to !== undefined && { to: isoTime(to) }),
      },
    })),
  )
export type DisputeSearch = v.InferOutput<ReturnType<typeof disputeSearch>>
export type DisputeFilters = DisputeSearch['filters']

const disputeParams = () => object({ id: identifier() })

export const listDisputes = endpoint({
  name: 'listDisputes',
  method: 'GET',
  path: '/v1/disputes',
  tag,
  scope: 'disputes:read',
  errorFormat: 'envelope',
  list: { counted: false },
  query: disputeSearch(),
  response: envelope({ disputes: v.array(dispute()) }),
  extension: true,
})

export const getDispute = endpoint({
  name: 'getDispute',
  method: 'GET',
  path: '/v1/disputes/{id}',
  tag,
  scope: 'disputes:read',
  errorFormat: 'envelope',
  params: disputeParams(),
  response: envelope({ dispute: dispute() }),
  extension: true,
})

export const acceptDispute = endpoint({
  name: 'acceptDispute',
  method: 'POST',
  path: '/v1/disputes/{id}/accept',
  tag,
  scope: 'disputes:write',
  quotas: [],
  errorFormat: 'envelope',
  params: disputeParams(),
  response: envelope({ dispute: dispute() }),
  reachesProcessor: true,
  // An acceptance creates no operation, and repeating it changes nothing.
  idempotent: 'storeResponse',
  extension: true,
})

export const disputeEndpoints = [listDisputes, getDispute, recordDispute, acceptDispute] as const

export const disputeDocumentation = (): Documentation => ({
  listDisputes: {
    summary: 'List disputes',
    description:
      'Returns the disputes of the account in the mode of the key, newest first. A dispute must match all filters. `stage=warning,open` lists those that you can still respond to.',
    parameters: {
      stage: `Stage of the dispute. One or more values, separated by commas: ${disputeStages.map((stage) => `\`${stage}\``).join(', ')}.`,
      transactionId: 'Id of a payment, or of any of its operations: the disputes of that payment.',
      from: 'Earliest creation time: a date (its midnight in UTC) or a date-time of RFC 3339.',
      to: 'Latest creation time, exclusive. A date without a time includes the whole day.',
      ...pagingParameters,
    },
  },
  getDispute: {
    summary: 'Retrieve a dispute',
    description: 'Returns the dispute with all its stages so far.',
  },
  recordDispute: {
    summary: 'Record a dispute manually',
    description:
      'For a processor that reports no disputes, such as NMI: records what its site shows about a case. The first request with a `caseId` creates the dispute, with its events. Send the same `caseId` again for each later stage. Nothing is sent to the processor, and no money moves.\n\nA repeated request changes nothing. A payment without a capture returns 409 `invalid_state`, and a case of another payment 409 `already_exists`.',
  },
  acceptDispute: {
    summary: 'Accept a dispute',
    description:
      'Accepts a dispute or an early warning: the cardholder keeps the money, and the dispute is closed. This cannot be undone. Do not credit the payment as well, or you pay twice. The stage becomes `accepted`; a repeated request returns the same dispute. A dispute that is won or lost returns 409 `invalid_state`.',
  },
})
