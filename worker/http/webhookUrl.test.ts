import {
  allowed,
  attacks,
  collectedCases,
  collectedTexts,
  isPublic,
  local,
  mutated,
  notLocal,
} from '#contract/webhookUrl.fixtures'
import { canonicalWebhookUrl, webhookUrlFault } from '#contract/webhookUrl'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

const strict = { allowLocal: false }
const onThisMachine = { allowLocal: true }

/** As JSON, since some have half a character in them, which no report could carry out of the runtime. */
const written = (rows: readonly (readonly [url: string, said: unknown, ...rest: unknown[]])[]): string[] =>
  rows.map(([url, said]) => JSON.stringify([url, said]))

/** Where webhooks may go is told by the parser of the runtime that sends them; the same is asked of Node's beside the contract. */
describe('in the runtime that sends webhooks', () => {
  test('no attack passes, and each is told what it is', () => {
    expect(written(attacks.map(([url]) => [url, webhookUrlFault(url, strict)]))).toEqual(written(attacks))
    expect(written(notLocal.map(([url]) => [url, webhookUrlFault(url, onThisMachine)]))).toEqual(written(notLocal))
  })

  test('every address that is allowed has the one spelling that it has in Node', () => {
    expect(written(allowed.map(([url]) => [url, canonicalWebhookUrl(url, strict)]))).toEqual(written(allowed))
    expect(written(local.map(([url]) => [url, canonicalWebhookUrl(url, onThisMachine)]))).toEqual(written(local))
  })

  test('of collected attacks pass those alone that attack somebody else', () => {
    const cases = collectedCases()
    expect(written(cases.map(([url]) => [url, webhookUrlFault(url, strict) === null]))).toEqual(written(cases))
    const canonical = collectedTexts().map((text) => canonicalWebhookUrl(text, strict))
    expect(canonical.filter((url) => url !== null && !isPublic(url))).toEqual([])
  })

  test('a good address with pieces of attacks in it is refused or public', () => {
    fc.assert(
      fc.property(mutated, (text) => {
        const canonical = canonicalWebhookUrl(text, strict)
        return canonical === null || isPublic(canonical)
      }),
      { numRuns: 2000 },
    )
  })
})
