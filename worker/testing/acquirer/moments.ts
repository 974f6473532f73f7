/** Moments at which to kill the process under test, in the place of an operation's id: it tells of them, and waits. */

/** What follows from a checkout's payment is about to be written. */
export const completion = 'completion'

/** A change was committed together with its event: nobody was answered, and no webhook was told. */
export const announced = 'announced'
