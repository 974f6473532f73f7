import type { Endpoint } from '#contract/endpoint'
import { apiError } from '#contract/errors/apiError'

/** A media range of an Accept header (RFC 9110, 12.5.1). */
interface MediaRange {
  readonly range: string
  readonly refused: boolean
}

const refusal = /^q=0(\.0{0,3})?$/

/** A range with parameters of the media type selects one variant of it, of which there is only the one in UTF-8. */
const isOnlyVariant = (parameter: string): boolean => /^(q=|charset="?utf-8"?$)/.test(parameter)

const parseAccept = (header: string): readonly MediaRange[] =>
  header
    .toLowerCase()
    .split(',')
    .map((entry) => entry.split(';').map((part) => part.trim().replaceAll(/\s*=\s*/g, '=')))
    .flatMap(([range = '', ...parameters]) =>
      range !== '' && parameters.every(isOnlyVariant)
        ? [{ range, refused: parameters.some((parameter) => refusal.test(parameter)) }]
        : [],
    )

/** Ranges that include a media type, the most specific first. */
const rangesOf = (type: string): readonly string[] => [type, `${type.split('/')[0]!}/*`, '*/*']

/**
 * Whether a request refuses a media type: the most specific range with it has `q=0`. A type that no range includes is not refused, since
 * many clients send the header of a browser.
 */
const refuses = (request: Request, type: string): boolean => {
  const ranges = parseAccept(request.headers.get('accept') ?? '')
  const decisive = rangesOf(type).flatMap((range) => ranges.find((one) => one.range === range) ?? [])
  return decisive[0]?.refused === true
}

/** Whether a request names a media type and does not refuse it. */
export const names = (request: Request, type: string): boolean =>
  parseAccept(request.headers.get('accept') ?? '').some(({ range, refused }) => range === type && !refused)

/**
 * Requires that the request does not refuse the media type of its response.
 *
 * Error: not_acceptable.
 */
export const requireAcceptable = ({ formats = {} }: Pick<Endpoint, 'formats'>, request: Request): void => {
  const format = new URL(request.url).searchParams.get('format') ?? ''
  const type = (Object.hasOwn(formats, format) ? formats[format] : undefined) ?? 'application/json'
  if (refuses(request, type)) throw apiError('not_acceptable', { details: { type } })
}
