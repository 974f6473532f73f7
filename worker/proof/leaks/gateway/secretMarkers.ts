export const limits = {
  processorTimeoutMs: 5_000,
  reversalTimeoutMs: 5_000,
  abandonAfterMs: 45_000,
  reversalLeaseMs: 60_000,
}

export const shortTimeouts = { ...limits, processorTimeoutMs: 60 }

/** The processor does not respond to this card. */
export const silent = '4000003900000684'

/** Luhn-valid numbers that do not occur by chance. The last one times out. */
export const numbers = ['4539148803436467', '5425233430109903', '374245455400126', '4000000000009995', silent] as const

/** Fails Luhn. */
export const luhnInvalid = '4539148803436461'

export const bank = { accountNumber: '70361984527', routingNumber: '021000021' }

export const ssn = '589217346'

/** Credentials of a connection. */
export const credential = 'acme-7f3a9c-marker-credential'

/** A white image of one pixel. */
export const signature = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABAQAAAAA3bvkkAAAACklEQVR42mP4DwABAQEAG7buVgAAAABJRU5ErkJggg=='
