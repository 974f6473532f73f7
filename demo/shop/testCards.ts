export type Sample = { value: string; result: string }
export type Samples = readonly { title: string; rows: readonly Sample[] }[]

/** Test data of the built-in simulator. Neither the gateway nor the shop treats it specially. */
export const simulatorSamples: Samples = [
  {
    title: 'Approved cards',
    rows: [
      { value: '4242 4242 4242 4242', result: 'Visa' },
      { value: '5555 5555 5555 4444', result: 'Mastercard' },
      { value: '3782 822463 10005', result: 'American Express, 4-digit CVV' },
      { value: '4000 0025 0000 1001', result: 'Visa and Cartes Bancaires' },
      { value: '4000 0000 0000 0101', result: 'Visa, CVV does not match' },
    ],
  },
  {
    title: 'Declined cards',
    rows: [
      { value: '4000 0000 0000 9995', result: 'Insufficient funds' },
      { value: '4000 0000 0000 0002', result: 'Do not honor' },
      { value: '4000 0000 0000 0069', result: 'Expired card' },
      { value: '4000 0000 0000 0127', result: 'Wrong CVV' },
      { value: '4000 0000 0000 0119', result: 'System malfunction' },
      { value: '4000 0025 0000 3155', result: 'Authentication required' },
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
    title: 'Expiry and CVV',
    rows: [
      { value: '12/30', result: 'Any date in the future' },
      { value: '123', result: 'Any CVV; 901 does not match' },
    ],
  },
]

/** What the stand-in for NMI checks, in both modes. */
const nmiChecks: Samples = [
  {
    title: 'Postal codes',
    rows: [
      { value: '77777', result: 'The postal code matches (AVS Z)' },
      { value: '46201', result: 'Nothing matches (AVS N)' },
    ],
  },
  {
    title: 'Expiry and CVV',
    rows: [
      { value: '12/30', result: 'Any date in the future' },
      { value: '999', result: 'CVV matches; any other does not' },
    ],
  },
]

/** Test data of the stand-in for NMI for a sandbox account. */
export const nmiTestSamples: Samples = [
  {
    title: 'Approved cards',
    rows: [
      { value: '4111 1111 1111 1111', result: 'Visa' },
      { value: '5431 1111 1111 1111', result: 'Mastercard' },
      { value: '3411 111111 11111', result: 'American Express, 4-digit CVV' },
      { value: '6011 6011 6011 6611', result: 'Discover' },
    ],
  },
  {
    title: 'Declined cards',
    rows: [{ value: '4242 4242 4242 4242', result: 'Not a test card of NMI: never sent' }],
  },
  ...nmiChecks,
]

/** Test data of the stand-in for NMI for a live account, which declines test cards. */
export const nmiLiveSamples: Samples = [
  {
    title: 'Approved cards',
    rows: [
      { value: '4000 0566 5566 5556', result: 'Visa' },
      { value: '5200 8282 8282 8210', result: 'Mastercard' },
    ],
  },
  {
    title: 'Declined cards',
    rows: [{ value: '4111 1111 1111 1111', result: 'A test card' }],
  },
  ...nmiChecks,
]
