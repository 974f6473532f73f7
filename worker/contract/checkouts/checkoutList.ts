import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import type { Documentation } from '../endpoint.ts'
import { envelope } from '../errors/envelope.ts'
import { fault } from '../errors/fault.ts'
import { parseQueryEnd, parseQueryInstant } from '../schema/instant.ts'
import { commaSeparated, queryParameter } from '../schema/parameters.ts'
import { checkout, checkoutStates } from './checkoutSchema.ts'
import { customerInfoResponse } from './checkoutDetails.ts'

/** Maximum number of checkouts examined per page, matching or not. It bounds the cost of a filter by status. */
export const maxExaminedCheckouts = 1000

const maxPageSize = 100

const pageSize = () =>
  queryParameter(
    (text) =>
      /^[0-9]{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= maxPageSize ? Number(text) : undefined,
    { type: 'integer', format: 'int32', minimum: 1, maximum: maxPageSize },
  )

const text = (max: number) =>
  queryParameter((value) => (value.length >= 1 && value.length <= max ? value : undefined), {
    type: 'string',
    minLength: 1,
    maxLength: max,
  })

const isoTime = (ms: number): string => new Date(ms).toISOString()

/** Parameters that contradict each other, each with the one that the error names. */
const conflicts: readonly (readonly [name: string, wrong: (query: Readonly<Record<string, unknown>>) => boolean])[] = [
  ['limit', ({ pageSize: size, limit }) => size !== undefined && limit !== undefined],
  // Malformed values are still text, and never compare as below.
  ['to', ({ from, to }) => typeof from === 'number' && typeof to === 'number' && to <= from],
]

/**
 * Query of the list of checkouts: filters and page. `query` has the filters as text, for the Link header.
 *
 * Errors: query_invalid, also for a parameter together with its alias, and for an empty range.
 */
const checkoutSearch = () =>
  v.pipe(
    v.object({
      status: commaSeparated(checkoutStates),
      invoiceNumber: text(100),
      email: text(320),
      from: queryParameter((value) => parseQueryInstant(value)?.ms, { type: 'string' }),
      to: queryParameter(parseQueryEnd, { type: 'string' }),
      pageSize: pageSize(),
      limit: pageSize(),
      cursor: queryParameter((value) => (/^-?[0-9A-Za-z]{1,64}$/.test(value) ? value : undefined), { type: 'string' }),
    }),
    // A raw check, since it must also run if a parameter is malformed.
    v.rawCheck(({ dataset, addIssue }) => {
      const query = dataset.value as Record<string, unknown>
      for (const [name, wrong] of conflicts)
        if (query[name] !== undefined && wrong(query))
          addIssue({
            message: fault('query_invalid'),
            path: [{ type: 'object', origin: 'value', input: query, key: name, value: query[name] }],
          })
    }),
    v.transform(({ status, invoiceNumber, email, from, to, pageSize: size, limit, cursor }) => ({
      filters: { status, invoiceNumber, email, from, to },
      page: { pageSize: size ?? limit ?? maxPageSize, cursor: cursor ?? null },
      query: {
        ...(status && { status: status.join(',') }),
        ...(invoiceNumber !== undefined && { invoiceNumber }),
        ...(email !== undefined && { email }),
        ...(from !== undefined && { from: isoTime(from) }),
        ...(to !== undefined && { to: isoTime(to) }),
      },
    })),
  )
export type CheckoutSearch = v.InferOutput<ReturnType<typeof checkoutSearch>>
export type CheckoutFilters = CheckoutSearch['filters']

/** A checkout in the list. */
const checkoutSummary = () =>
  v.object({ ...checkout(), invoiceNumber: v.nullable(v.string()), customerInfo: customerInfoResponse() })

export const listCheckouts = endpoint({
  name: 'listCheckouts',
  method: 'GET',
  path: '/v1/dynamiccheckout',
  tag: 'Checkout',
  scope: 'checkout:write',
  errorFormat: 'envelope',
  list: { counted: false },
  query: checkoutSearch(),
  response: envelope({ checkouts: v.array(checkoutSummary()), nextCursor: v.nullable(v.string()) }),
  extension: true,
})

export const listCheckoutsDocumentation = (): Documentation => ({
  listCheckouts: {
    summary: 'List checkouts',
    description: `Returns the checkouts of the account in the mode of the key, newest first. A checkout must match all filters. Only the operation for one checkout returns its items.\n\n\`nextCursor\` is the cursor of the next page, and null on the last page. A page examines up to ${maxExaminedCheckouts} checkouts, so with \`status\` it can have few matches, or none, and still a \`nextCursor\`. The other filters limit what is examined.`,
    parameters: {
      status: `Status of the checkout. One or more values, separated by commas: ${checkoutStates.map((state) => `\`${state}\``).join(', ')}.`,
      invoiceNumber: 'The `number` in `invoiceInfo` of the request, exactly as it was sent.',
      email:
        'The `email` in `customerInfo` of the request, without regard to case. What the shopper enters is not searched.',
      from: 'Earliest creation time: a date (its midnight in UTC) or a date-time of RFC 3339.',
      to: 'Latest creation time, exclusive. A date without a time includes the whole day.',
      pageSize: `Entries per page. Default and maximum: ${maxPageSize}.`,
      limit: 'Alias of pageSize.',
      cursor: '`nextCursor` of the previous page, or the cursor of a URL in the `Link` header.',
    },
  },
})
