import type { PaymentFixture } from '../../../testing/fixtures/paymentFixture.ts'

/** Sweeps every minute for two hours. */
export const sweepUntilIdle = async ({ clock, recover }: Pick<PaymentFixture, 'clock' | 'recover'>): Promise<void> => {
  for (let minutes = 0; minutes < 120; minutes++) {
    clock.advance(60_000)
    await recover()
  }
}
