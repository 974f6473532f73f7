import { describe, expect, test } from 'vitest'
import { base, card, toText } from './fixtures.ts'
import type { ConformanceGroup, Setup } from './setup.ts'
import type { CardBehavior } from './subject.ts'

/** The gateway's data (`ours`) and the ledger's data (`theirs`) of an authorization with this CVV, as text. */
const traces = async (setup: Setup, behavior: CardBehavior, op: string, cvv: string) => {
  const { subject, processor, operation, prepared } = await setup()
  const pan = subject.cardFor(behavior)
  const deadline = Date.now() + (behavior === 'silent' ? 100 : 5_000)
  const sent = operation(behavior, { op, instrument: card(pan, cvv), deadline })
  // Equal times, so that two traces can be compared.
  const ref = prepared(sent, 1_760_000_000_000)
  const outcome = { ...(await processor.authorize(sent, ref)), expiresAt: undefined }
  return { pan, ours: toText([ref, outcome]), theirs: toText(await subject.ledgerEntry?.(op)) ?? '' }
}

export const redaction: ConformanceGroup = (name, setup) =>
  describe(`${name}: redaction`, () => {
    test.each(['approve', 'decline', 'partial', 'silent', 'drop'] as const)(
      'references, outcome and ledger of a %s operation contain no card data',
      async (behavior) => {
        const { op } = base(0n)
        const { pan, ours, theirs } = await traces(setup, behavior, op, '987')
        expect(ours).toContain(op)
        expect(ours + theirs).not.toContain(pan.slice(0, -4))
        // Three digits can occur in any number by chance. Equal traces with another CVV prove that it is not in them.
        expect((await traces(setup, behavior, op, '654')).ours).toBe(ours)
      },
    )
  })
