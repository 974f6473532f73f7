const minute = 60_000

/** How long sessions of the console live, in milliseconds. */
export const sessionLimits = {
  /** From sign-in. */
  longest: 12 * 60 * minute,
  /** Without a request. */
  idle: 60 * minute,
  /** How long a signature of a passkey counts as fresh. */
  fresh: 5 * minute,
} as const
