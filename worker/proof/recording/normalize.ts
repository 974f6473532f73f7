import type { ApiResponse } from '../../testing/merchant.ts'

/** Headers with timings, and headers that are recorded separately. */
const omittedHeaders: ReadonlySet<string> = new Set(['server-timing', 'content-length', 'x-request-id'])

/** Headers of nearly every response. Only differences are recorded, with null for a missing header. */
const commonHeaders: Readonly<Record<string, string>> = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'ratelimit-policy': '"standard";q=1000;w=10',
  'x-content-type-options': 'nosniff',
}

/** Random values by pattern. The groups are the text before, the value, and the text after. */
const randomValues: readonly (readonly [kind: string, form: RegExp])[] = [
  ['cursor', /("nextCursor":"|[?&]cursor=)([0-9A-Za-z_-]+)()/g],
  ['key', /()(sluice_[spr]k_(?:test|live)_[0-9a-z]{2}[0-9A-Za-z]{20,})()/g],
  ['hint', /()(sluice_[spr]k_(?:test|live)_[0-9a-z]{2}…[0-9A-Za-z]{4})()/g],
  ['secret', /(invitation#)([\w-]{45})()/g],
  ['secret', /()(whsec_[0-9A-Za-z+/=_-]+)()/g],
  ['id', /()([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})()/g],
  ['checkout', /(?<![0-9A-Za-z])()(00[0-9A-Za-z]{22})()(?![0-9A-Za-z])/g],
  ['net', /(SIM[A-Za-z]*)([0-9]{12})()/g],
  ['auth', /("authCode":")([0-9]{6})(")/g],
  ['token', /("token":")([^"{]{20,})(")/g],
  ['nonce', /("nonce":")([^"]+)(")/g],
  ['jwk', /("(?:kid|n)":")([^"]+)(")/g],
]

/** Values that change with each run or build, and need no identity. */
const volatileValues: readonly (readonly [form: RegExp, shown: string])[] = [
  [/("next":")[0-9T:.-]+Z"/g, '$1(later)"'],
  // Retries of webhooks have random delays.
  [/("at":")[0-9T:.-]+Z(","status":[0-9]+,"tookMs":)[0-9]+/g, '$1(attempt)$20'],
  [/("tookMs":)[0-9]+/g, '$10'],
  [/(receipt=)[^;"]+/g, '$1#'],
  [/'(nonce|sha256|sha384)-[^']+'/g, "'$1-#'"],
  [/(nonce=")[^"]+"/g, '$1#"'],
  [/(W\/")[0-9a-f]{16}/g, '$1#'],
  [/([/.-])[0-9A-Za-z_-]{8,64}(\.(?:js|css))/g, '$1#$2'],
  // The usual documentation link of an error.
  [/(\{"type":"([a-z_]+)","message":\{[^{}]*?"docs":")https:\/\/pay\.test\/errors#\2"/g, '$1#"'],
]

/** 14 or 15 digits, as a text or a JSON number. */
const transactionIds = /(?<![0-9.*])("?)([0-9]{14,15})\1(?![0-9.])/g

/**
 * Converts each response to a line of JSON. Random values are replaced by numbers in order of first appearance: the same value has the
 * same number in all responses. The id of the request becomes `self`, that of an earlier request its name.
 */
export const createNormalizer = () => {
  const numbers = new Map<string, string>()
  const counts = new Map<string, number>()
  const requests = new Map<string, string>()
  const numbered = (kind: string, value: string): string => {
    const known = numbers.get(value)
    if (known !== undefined) return known
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    numbers.set(value, `${kind}#${count}`)
    return `${kind}#${count}`
  }
  const normal = (text: string, name: string): string => {
    let plain = text.replace(/(?<![0-9a-f])[0-9a-f]{32}(?![0-9a-f])/g, (id) => {
      const of = requests.get(id)
      if (of === undefined) return numbered('request', id)
      return of === name ? 'self' : `of ${of}`
    })
    for (const [kind, form] of randomValues)
      plain = plain.replace(form, (_all, before: string, value: string, after: string) =>
        [before, numbered(kind, value), after].join(''),
      )
    for (const [form, shown] of volatileValues) plain = plain.replace(form, shown)
    return plain.replace(transactionIds, (all, quote: string, id: string, where: number) => {
      const asNumber =
        quote === '' && /[:,[]/.test(plain[where - 1] ?? '') && /[,}\]]/.test(plain[where + all.length] ?? '')
      const shown = numbered('txn', id)
      return asNumber ? `"${shown} as number"` : quote + shown + quote
    })
  }

  return (name: string, { status, headers, text, d1 }: ApiResponse): string => {
    const requestId = headers.get('x-request-id')
    if (requestId !== null && !requests.has(requestId)) requests.set(requestId, name)
    const shown: Record<string, string | null> = {}
    for (const [header, value] of headers)
      if (!omittedHeaders.has(header) && commonHeaders[header] !== value) shown[header] = normal(value, name)
    for (const header of Object.keys(commonHeaders)) if (!headers.has(header)) shown[header] = null
    const type = headers.get('content-type') ?? ''
    const isJson = /json/.test(type) && text !== ''
    // Left out if the body contains the same id.
    if (requestId !== null && !(isJson && text.includes(`"requestId":"${requestId}"`)))
      shown['x-request-id'] = normal(requestId, name)
    const members = [
      `"name":${JSON.stringify(name)}`,
      `"status":${status}`,
      ...(d1 === null ? [] : [`"d1":${d1}`]),
      ...(Object.keys(shown).length === 0 ? [] : [`"headers":${JSON.stringify(shown)}`]),
      ...(requestId === null ? [] : bodyMembers(type, text, (body) => normal(body, name))),
    ]
    return `{${members.join(',')}}`
  }
}

/**
 * JSON and CSV are recorded in full, pages by their data block. Static files, which have no request id, change with each build and are
 * left out.
 */
const bodyMembers = (type: string, text: string, normal: (text: string) => string): readonly string[] => {
  if (text === '') return []
  if (/json/.test(type)) return [`"body":${normal(text)}`]
  if (/csv|plain/.test(type)) return [`"text":${JSON.stringify(normal(text))}`]
  const page = /<script type="application\/json" id="checkout">(.*?)<\/script>/s.exec(text)?.[1]
  return page === undefined ? [] : [`"page":${normal(page)}`]
}
