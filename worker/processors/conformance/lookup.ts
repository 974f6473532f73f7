import { describe, expect, test } from 'vitest'
import { stored, usd } from './fixtures.ts'
import type { ConformanceGroup, Setup } from './setup.ts'
import type { Capabilities, Ref, SentModification } from '../processor.ts'

const setUpLookup = async (setup: Setup) => {
  const started = await setup()
  const lookup = (ref: Ref, modification?: SentModification) =>
    started.processor.lookup!(stored(ref), modification && stored(modification))
  const lookupWhenVisible: typeof lookup = async (...args) => (await started.untilVisible(), lookup(...args))
  return { ...started, lookup, lookupWhenVisible }
}

export const lookup: ConformanceGroup = (name, setup, can) => {
  if (can.finds === 'never') return
  describe(`${name}: look-up`, () => {
    test('an approved authorization is found with its amount and its references', async () => {
      const { authorize, lookupWhenVisible } = await setUpLookup(setup)
      const held = await authorize()
      expect(await lookupWhenVisible(held.ref)).toMatchObject({
        result: 'approved',
        code: '00',
        approved: usd(1000n),
        ref: held.ref,
      })
    })

    test('a declined authorization is found as declined with its code', async () => {
      const { authorize, lookupWhenVisible } = await setUpLookup(setup)
      const declined = await authorize('decline')
      const { code } = declined as { code: string }
      expect(await lookupWhenVisible(declined.ref)).toMatchObject({ result: 'declined', code })
    })

    test('a capture and a credit are found with their own amounts', async () => {
      const { authorize, modify, lookupWhenVisible } = await setUpLookup(setup)
      const { ref } = await authorize()
      const captured = await modify('capture', ref, 700n)
      const credited = await modify('credit', ref, 300n)
      for (const [type, sent, minor] of [
        ['capture', captured, 700n],
        ['credit', credited, 300n],
      ] as const)
        expect(await lookupWhenVisible(sent.ref, { type, original: ref })).toMatchObject({
          result: 'approved',
          approved: usd(minor),
        })
    })

    test('a reversed authorization is found as declined', async () => {
      const { processor, authorize, lookupWhenVisible } = await setUpLookup(setup)
      const { ref } = await authorize()
      await processor.reverse(stored(ref), 1)
      expect(await lookupWhenVisible(ref)).toHaveProperty('result', 'declined')
    })

    test('a look-up has no effect', async () => {
      const { authorize, lookupWhenVisible, expectLedger, expectSums } = await setUpLookup(setup)
      const { ref } = await authorize()
      await lookupWhenVisible(ref)
      await expectLedger(ref.op, { state: 'approved', effects: 1 })
      await expectSums({ authorized: 1000n, held: 1000n })
    })

    if (can.finds === 'byOurReference') findsByOurReference(setup, can)
    else
      test('look-up without their reference has an unknown outcome, for sent and unsent operations', async () => {
        const { operation, prepared, authorize, lookupWhenVisible } = await setUpLookup(setup)
        const unsent = prepared(operation())
        const { ref } = await authorize('drop')
        for (const sent of [unsent, ref])
          expect(await lookupWhenVisible(sent)).toMatchObject({ result: 'unknown', reason: 'unparsable' })
      })
  })
}

const findsByOurReference = (setup: Setup, can: Capabilities) => {
  test.each(['silent', 'drop'] as const)(
    'an authorization with a %s response is found as approved, and the reference found reverses it',
    async (behavior) => {
      const { processor, authorize, lookupWhenVisible, expectLedger } = await setUpLookup(setup)
      const { ref } = await authorize(behavior, { deadline: Date.now() + 50 })
      const found = await lookupWhenVisible(ref)
      expect(found).toMatchObject({ result: 'approved', approved: usd(1000n), ref: { op: ref.op } })
      if (found === 'notFound') return
      expect(await processor.reverse(stored(found.ref), 1)).toBe('done')
      await expectLedger(ref.op, { state: 'reversed' })
    },
  )

  test('an operation is found by the references that were stored before it was sent', async () => {
    const { processor, operation, prepared, lookupWhenVisible } = await setUpLookup(setup)
    const op = operation()
    const ref = prepared(op)
    await processor.authorize(op, ref)
    expect(await lookupWhenVisible(ref)).toMatchObject({ result: 'approved', ref })
  })

  test('a capture and a void are found by the references that were stored before they were sent', async () => {
    const { authorize, prepareModification, finalOutcome, lookupWhenVisible } = await setUpLookup(setup)
    const { ref } = await authorize()
    for (const type of ['capture', 'void'] as const) {
      const modification = await prepareModification(type, ref, 1000n)
      await finalOutcome(await modification.send())
      expect(await lookupWhenVisible(modification.ref, { type, original: ref })).toMatchObject({
        result: 'approved',
        approved: usd(1000n),
      })
    }
  })

  test('an operation that was never sent is notFound, also after visibleAfterMs', async () => {
    const { operation, prepared, lookup, lookupWhenVisible } = await setUpLookup(setup)
    const ref = prepared(operation())
    expect(await lookup(ref)).toBe('notFound')
    expect(await lookupWhenVisible(ref)).toBe('notFound')
  })

  if (can.visibleAfterMs > 0)
    test('an operation is notFound before visibleAfterMs, and found after it', async () => {
      const { authorize, lookup, lookupWhenVisible } = await setUpLookup(setup)
      const { ref } = await authorize()
      expect(await lookup(ref)).toBe('notFound')
      expect(await lookupWhenVisible(ref)).toHaveProperty('result', 'approved')
    })
}
