/** Tones of a label. Each label has a word and a shape as well. */
export type Tone = 'good' | 'calm' | 'quiet' | 'warn' | 'bad'

export type Shape = 'full' | 'half' | 'ring' | 'dots' | 'cross' | 'back' | 'dash' | 'mark'

export type StateLabel = { readonly text: string; readonly tone: Tone; readonly shape: Shape }

/** The states of payments in words. */
export const paymentStates: Readonly<Record<string, StateLabel>> = {
  pending: { text: 'Pending', tone: 'quiet', shape: 'dots' },
  authorized: { text: 'Authorized', tone: 'calm', shape: 'ring' },
  partially_captured: { text: 'Partly captured', tone: 'calm', shape: 'half' },
  captured: { text: 'Captured', tone: 'good', shape: 'full' },
  settled: { text: 'Settled', tone: 'good', shape: 'full' },
  partially_refunded: { text: 'Partly refunded', tone: 'quiet', shape: 'half' },
  refunded: { text: 'Refunded', tone: 'quiet', shape: 'back' },
  voided: { text: 'Voided', tone: 'quiet', shape: 'dash' },
  declined: { text: 'Declined', tone: 'bad', shape: 'cross' },
  failed: { text: 'Failed', tone: 'bad', shape: 'cross' },
  reversed: { text: 'Reversed', tone: 'quiet', shape: 'back' },
  expired: { text: 'Expired', tone: 'quiet', shape: 'dash' },
  returned: { text: 'Returned', tone: 'bad', shape: 'back' },
}
