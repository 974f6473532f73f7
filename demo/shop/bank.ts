import { nmiLiveSamples, nmiTestSamples, simulatorSamples, type Samples } from './testCards.ts'

/** The bank behind the gateway, simulated in each case. */
export type Bank = {
  /** Test data that it knows, shown in the shop. */
  readonly samples: Samples
  /** Whether the shop has keys of live mode. Its pages are marked then. */
  readonly isLive: boolean
}

export const banks = {
  simulator: { samples: simulatorSamples, isLive: false },
  nmiTest: { samples: nmiTestSamples, isLive: false },
  nmiLive: { samples: nmiLiveSamples, isLive: true },
} satisfies Record<string, Bank>

export type BankName = keyof typeof banks
