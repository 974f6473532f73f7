/** A closed batch in two currencies. */
export const sampleBatch = (id: string) => ({
  id,
  status: 'closed',
  cutoff: '2026-11-26T23:59:59.000Z',
  created: '2026-11-26T23:59:59.000Z',
  closed: '2026-11-27T00:00:10.000Z',
  totals: [
    { currency: 840, captures: { count: 2, amount: 100.5 }, credits: { count: 1, amount: 20.25 }, net: 80.25 },
    { currency: 978, captures: { count: 1, amount: 7 }, credits: { count: 0, amount: 0 }, net: 7 },
  ],
})
