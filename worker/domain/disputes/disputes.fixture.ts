import { readEvents, eventResource } from '../../testing/events.ts'
import { paymentFixture } from '../../testing/fixtures/paymentFixture.ts'
import { recordDispute } from './record.ts'
import type { DisputeUpdate } from './record.ts'

/** Noon of a day of 2026, by its number in November. */
export const november = (number: number): number => Date.UTC(2026, 10, number, 12)

/** A captured payment of 26.25 and reports about its case. */
export const disputeFixture = async () => {
  const fixture = await paymentFixture()
  const { payment, capture } = await fixture.newCapture(26.25)
  const base = {
    connection: 'simulator',
    caseId: 'case-1',
    operation: Number(capture),
    stage: 'open',
    at: november(1),
  } as const
  return {
    ...fixture,
    payment,
    captureId: capture,
    /** Reports about the case. By default it opens on November 1. */
    report: (update: Partial<DisputeUpdate> = {}, needs = fixture.services()) =>
      recordDispute({ ...base, ...update }, needs),
    /** Events about disputes: the type, the stage of the dispute, and its stages so far or those of the payment’s disputes. */
    disputeEvents: async () =>
      (await readEvents(fixture.merchant))
        .filter(({ type }) => type.includes('dispute'))
        .map((event) => {
          const { stages, disputes } = eventResource(event)
          const names = (stages ?? disputes).map(({ stage }: { readonly stage: string }) => stage)
          return [event.type, stages === undefined ? null : names.at(-1), names.join(' ')]
        }),
  }
}
