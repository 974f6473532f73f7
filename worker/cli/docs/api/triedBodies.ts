import type { RecordedExample } from '../../contract/examples/index.ts'

/** A request body that a reader sends to a gateway of their own. */
export interface TriedBody {
  readonly title: string
  readonly body: unknown
  /** Names of members that are empty, since only the reader has their values. */
  readonly blanks: readonly string[]
}

/** Ids of the recorded shop, and days that are in the future only for some time. */
const isOwn = (value: unknown): boolean =>
  /^([\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|9[1-9]\d{12}|\d{4}-\d\d-\d\d)$/.test(String(value))

/** What a shopper's device encrypted for the recorded shop. */
const encrypted: ReadonlySet<string> = new Set(['creditCardEncrypted', 'digitalPayPayment'])

interface Result {
  readonly body: unknown
  readonly blanks: readonly string[]
  readonly isEncrypted: boolean
}

const toTried = (value: unknown, name: string): Result => {
  // A token of the card form pays once. A test token always pays.
  if (name === 'token') return { body: 'test-visa-4242', blanks: [], isEncrypted: false }
  if (isOwn(value)) return { body: '', blanks: [name], isEncrypted: false }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { body: value, blanks: [], isEncrypted: false }
  const members = Object.entries(value).map(([member, one]) => [member, toTried(one, member)] as const)
  return {
    body: Object.fromEntries(members.map(([member, { body }]) => [member, body])),
    blanks: members.flatMap(([, { blanks }]) => blanks),
    isEncrypted: members.some(([member, one]) => encrypted.has(member) || one.isEncrypted),
  }
}

/**
 * The bodies of recorded requests for a new account: tokens are test tokens, and ids are empty. Those that need nothing from the reader come
 * first; one that repeats another is left out.
 */
export const toTriedBodies = (examples: readonly RecordedExample[]): readonly TriedBody[] => {
  const tried = examples.flatMap(({ title, request }): TriedBody[] => {
    if (request.body === undefined) return []
    const { body, blanks, isEncrypted } = toTried(request.body, '')
    return isEncrypted ? [] : [{ title, body, blanks }]
  })
  const texts = tried.map(({ body }) => JSON.stringify(body))
  return tried
    .filter((_, index) => texts.indexOf(texts[index]!) === index)
    .toSorted((one, other) => Number(one.blanks.length > 0) - Number(other.blanks.length > 0))
}
