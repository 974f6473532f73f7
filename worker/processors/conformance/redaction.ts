import { describe, expect, test } from 'vitest'
import { base, card, toText } from './fixtures.ts'
import type { ConformanceGroup, Setup } from './setup.ts'
import type { CardBehavior } from './subject.ts'

/** Everything that is left of an authorization with this security code, as text: with us, and in the ledger. */
const traces = async (start: Setup, treatment: CardBehavior, op: string, cvv: string) => {
  const { subject, processor, operation, prepared } = await start()
  const pan = subject.cardFor(treatment)
  const deadline = Date.now() + (treatment === 'silent' ? 100 : 5_000)
  const sent = operation(treatment, { op, instrument: card(pan, cvv), deadline })
  const ref = await prepared({ type: 'authorize', ...sent })
  const outcome = await processor.authorize(sent, ref)
  return { pan, ours: toText([ref, outcome]), theirs: toText(await subject.ledgerEntry?.(op)) ?? '' }
}

export const redaction: ConformanceGroup = (name, start) =>
  describe(`${name} tells nobody`, () => {
    test.each(['approve', 'decline', 'partial', 'silent', 'drop'] as const)(
      'the card of an operation it has to %s',
      async (treatment) => {
        const { op } = base(0n)
        const { pan, ours, theirs } = await traces(start, treatment, op, '987')
        expect(ours).toContain(op)
        expect(ours + theirs).not.toContain(pan.slice(0, -4))
        // Three digits can stand in any number by chance, so the proof is that another code leaves the same traces.
        expect((await traces(start, treatment, op, '654')).ours).toBe(ours)
      },
    )
  })
