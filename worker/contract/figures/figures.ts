import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import type { Documentation } from '../endpoint.ts'
import { envelope } from '../errors/envelope.ts'
import { currencies } from '../money/currencies.ts'
import { parseDate } from '../schema/instant.ts'
import { responseInteger } from '../schema/numbers.ts'
import { queryParameter } from '../schema/parameters.ts'

/** Maximum number of days of a range. */
export const mostDays = 400

const dayMs = 86_400_000

/** A date of a query in days since 1970. */
const day = () =>
  queryParameter(
    (text) => {
      const midnight = parseDate(text)
      return midnight === undefined || midnight < 0 ? undefined : midnight / dayMs
    },
    { type: 'string', format: 'date' },
  )

/**
 * The days of the figures in days since 1970, and their currency.
 *
 * Errors: query_invalid.
 */
const figuresQuery = () =>
  v.object({
    from: day(),
    to: day(),
    currency: queryParameter(
      (text) => (/^[1-9][0-9]{0,2}$/.test(text) && currencies.has(Number(text)) ? Number(text) : undefined),
      { type: 'integer', format: 'int32', enum: [...currencies.keys()] },
    ),
  })
export type FiguresQuery = v.InferOutput<ReturnType<typeof figuresQuery>>

const sum = () => v.object({ count: responseInteger(), amount: v.number() })

const ofCurrency = {
  currency: responseInteger(),
  captures: sum(),
  credits: sum(),
  net: v.number(),
  authorizations: v.object({ approved: responseInteger(), declined: responseInteger() }),
  declines: v.array(
    v.object({
      code: v.nullable(v.string()),
      text: v.nullable(v.string()),
      count: responseInteger(),
    }),
  ),
}

/** Figures in one currency. */
export const figures = () => v.object(ofCurrency)

/** The same of one day. */
export const dailyFigures = () => v.object({ day: v.string(), ...ofCurrency })

export const getFigures = endpoint({
  name: 'getFigures',
  method: 'GET',
  path: '/v1/figures',
  tag: 'Figures',
  scope: 'transactions:read',
  errorFormat: 'envelope',
  query: figuresQuery(),
  response: envelope({
    figures: v.object({
      from: v.string(),
      to: v.string(),
      asOf: v.string(),
      days: v.array(dailyFigures()),
      totals: v.array(figures()),
    }),
  }),
  extension: true,
})

export const figureEndpoints = [getFigures] as const

export const figureDocumentation = (): Documentation => ({
  getFigures: {
    summary: 'Retrieve daily figures',
    description: `Returns the captures, credits and authorizations of each UTC day by currency, and their totals. An operation belongs to the day on which it was created, by the account's clock. It counts once it has ended: a pending one is in no figure.

- Captures and credits count while they stand: approved or settled, not voided and not returned by the bank. A later void or return corrects the day of the capture or credit, not the day of the void.
- Authorizations count as approved or declined by their response, also if they are voided or expire later. Those that failed or were reversed count as neither.
- Disputes change no figure.

The range has at most ${mostDays} days. Without \`to\` it ends today, and without \`from\` it has 30 days.`,
    parameters: {
      from: 'First day, YYYY-MM-DD.',
      to: 'Last day, inclusive, YYYY-MM-DD.',
      currency: 'ISO 4217 numeric code. Default: all currencies.',
    },
  },
})
