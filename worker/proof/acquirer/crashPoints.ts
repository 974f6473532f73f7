/** Moments at which to kill the process under test, in the place of an operation's id: it tells of them, and waits. */

/** What follows from a checkout's payment is about to be written. */
export const completion = 'completion'

/** A change was committed together with its event: nobody was answered, and no webhook was told. */
export const announced = 'announced'

/** Moments that it tells of by themselves, where those who wait for an answer to be heard hear nothing of them. */
export type Written =
  /** An operation is written down as under way, and the processor was not asked. */
  | 'intended'
  /** The same of the first attempt at a bill. */
  | 'billed'
