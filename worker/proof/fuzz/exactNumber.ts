/** What a number of JSON is by its text, however many digits it has: a double would be about right, and that is wrong. */
export interface ExactNumber {
  /** As a double, for its size. */
  readonly about: number
  /** How many digits it needs after the point: 10.50 has one. */
  readonly places: number
  /** Itself, where it is a whole number that a program can hold. */
  readonly whole: bigint | null
}

const largestWhole = 1e30

export const exactNumber = (source: string): ExactNumber => {
  const about = Number(source)
  const [, sign = '', units = '', fraction = '', exponent = '0'] =
    /^(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/.exec(source) ?? []
  const digits = (units + fraction).replace(/^0+/, '')
  if (digits === '') return { about, places: 0, whole: 0n }
  const significant = digits.replace(/0+$/, '')
  /** The value is significant x 10^power. */
  const power = Number(exponent) - fraction.length + (digits.length - significant.length)
  const isWhole = power >= 0 && Math.abs(about) < largestWhole
  return {
    about,
    places: Math.max(0, -power),
    whole: isWhole ? BigInt(`${sign}${significant}${'0'.repeat(power)}`) : null,
  }
}
