type FiguresChanges = { readonly currency?: number; readonly refunded?: number; readonly declines?: readonly object[] }

const figuresOfDay = (
  day: string,
  amount: number,
  [approved, declined]: readonly [number, number],
  { currency = 840, refunded = 0, declines = [] }: FiguresChanges = {},
) => ({
  day,
  currency,
  captures: { count: approved, amount },
  credits: { count: refunded > 0 ? 1 : 0, amount: refunded },
  net: Math.round((amount - refunded) * 100) / 100,
  authorizations: { approved, declined },
  declines,
})

const declinedForFunds = { code: '51', text: 'Insufficient funds', count: 1 }

const declinedWithoutReason = { code: '05', text: 'Do not honor', count: 1 }

/** Figures of two days, of one day thirty days earlier, and of another currency. */
export const sampleFigures = () => ({
  requestId: '0'.repeat(32),
  figures: {
    from: '2026-09-29',
    to: '2026-11-27',
    asOf: '2026-11-27T12:00:00.000Z',
    days: [
      figuresOfDay('2026-10-28', 50, [1, 0]),
      figuresOfDay('2026-11-26', 100.1, [1, 2], { declines: [declinedWithoutReason, declinedForFunds] }),
      figuresOfDay('2026-11-27', 300.3, [3, 1], { refunded: 20, declines: [declinedForFunds] }),
      figuresOfDay('2026-11-27', 7, [1, 0], { currency: 978 }),
    ],
    totals: [],
  },
  errors: null,
})
