export type Sample = { value: string; result: string }

/** What to type to see what happens. The simulated bank knows these; nothing of it is known to the gateway or the shop. */
export const samples: readonly { title: string; rows: readonly Sample[] }[] = [
  {
    title: 'Cards that pay',
    rows: [
      { value: '4242 4242 4242 4242', result: 'Visa' },
      { value: '5555 5555 5555 4444', result: 'Mastercard' },
      { value: '3782 822463 10005', result: 'American Express, CVV of 4 digits' },
      { value: '4000 0025 0000 1001', result: 'Visa and Cartes Bancaires: choose' },
      { value: '4000 0000 0000 0101', result: 'Visa, the CVV does not match' },
    ],
  },
  {
    title: 'Cards that are declined',
    rows: [
      { value: '4000 0000 0000 9995', result: 'Insufficient funds' },
      { value: '4000 0000 0000 0002', result: 'Do not honor' },
      { value: '4000 0000 0000 0069', result: 'Expired card' },
      { value: '4000 0000 0000 0127', result: 'Wrong CVV' },
      { value: '4000 0000 0000 0119', result: 'System malfunction' },
      { value: '4000 0025 0000 3155', result: 'The bank wants to check who pays' },
    ],
  },
  {
    title: 'Postal codes',
    rows: [
      { value: '46201', result: 'Street matches, postal code does not (AVS A)' },
      { value: '46205', result: 'Nothing matches (AVS N)' },
      { value: '46225', result: 'Only $1.23 is approved' },
      { value: '46282', result: 'Declined' },
    ],
  },
  {
    title: 'The rest',
    rows: [
      { value: '12/30', result: 'Any expiry that is not past' },
      { value: '123', result: 'Any CVV; 901 does not match' },
    ],
  },
]
