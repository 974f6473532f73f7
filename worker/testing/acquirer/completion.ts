/** In the place of an operation's id: what follows from a checkout's payment is about to be written. */
export const completion = 'completion'
