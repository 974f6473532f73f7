/** Meaningful values for members, so that bodies pass the schema and reach the domain. */

/** Cards of the simulated issuer: approved, declined, by amount, and with transport failures. No response or log line may contain one. */
export const cardMarkers: readonly string[] = [
  '4242424242424242',
  '5555555555554444',
  '378282246310005',
  '4444333322221111455',
  '4000002500001001',
  '4000000000000002',
  '4000000000000101',
  '4000002500003155',
  '4000000000000341',
  '4000000000000259',
  '4000000000005126',
  '4000003900099991',
  '4000003900099983',
  '4000003900000684',
  '4000003900000973',
  '4000003900000981',
  '4242424242424241',
]

/** Bank accounts: one without returns, two that are returned. */
export const bankMarkers: readonly string[] = ['73917391739', '998000001', '9990000029']
/** Values that no time, amount or id contains by chance. */
export const cvvMarkers: readonly string[] = ['7391', '739']
export const ssnMarkers: readonly string[] = ['739173917']

const dateTimes: readonly string[] = [
  '2026-11-20T12:00:00Z',
  '2027-02-28T23:59:59.999+14:00',
  '2028-02-29t00:00:00z',
  '2100-01-01T00:00:00-11:30',
  '2024-01-02T00:00:00Z',
]
const dates: readonly string[] = ['2026-11-20', '2028-02-29', ...dateTimes]

/** By member name. */
export const memberValues: Readonly<Record<string, readonly string[]>> = {
  accountNumber: bankMarkers,
  verificationValue: cvvMarkers,
  ssn: ssnMarkers,
  expires: ['1230', '12/30', '1/31', '122030', '0101', '1326', '    '],
  routingNumber: ['021000021', '011000015', '123456789', '02100002'],
  registrationCode: ['SIM001', 'SIM002', 'SIM003', 'SIM004', 'SIM006', 'SIM007', 'SIM008', 'SIM001', 'ABCDEF'],
  accountType: ['checking', 'savings', 'BusinessChecking'],
  creditCardEncrypted: ['e30.e30.e30.e30.e30', '....', 'eyJhbGciOiJub25lIn0..e30.e30.'],
  signature: ['x', 'MEQCIAAA', '=='],
  signedMessage: ['{}', '{"encryptedMessage":"x","ephemeralPublicKey":"x","tag":"x"}', '[]', 'null'],
  signedKey: ['{}', '{"keyValue":"x","keyExpiration":"1"}'],
  // Mostly in the future, so that work becomes due.
  now: ['2026-12-25T12:00:00Z', '2027-02-28', '2100-01-01', ...dates],
  seconds: ['0', '1000', '86400', '3000000', '2147483647'],
}

/** By the format in the contract. */
export const formatValues: Readonly<Record<string, readonly string[]>> = {
  'date-time': dateTimes,
  'date or RFC 3339 date-time': dates,
  'YYYY-MM-DD': ['1990-05-17', '2000-02-29'],
  '4 or 9 digits': ssnMarkers,
  '1 to 30 characters': ['D1234567'],
  '1 to 36 letters and digits': ['SIM123456'],
  '2 letters': ['ND', 'ca'],
  '2 capital letters': ['US', 'CA', 'NL', 'ZZ'],
  'ISO 3166-1 code of 2 or 3 letters': ['US', 'nld', ''],
  'CSS color': ['#fff', 'rebeccapurple', 'rgb(1 2 3 / 50%)', 'hsl(120deg 50% 50%)', 'oklch(0.5 0.1 120)'],
  'outlined, filled, standard': ['outlined', 'filled', 'standard'],
  'light, dark': ['light', 'dark'],
  'absolute https URL': ['https://shop.example/thanks?a=b#c', 'https://xn--bcher-kva.example/'],
  'email address': ['ann@mail.example', 'zoë@bücher.example'],
  'IANA time zone': ['UTC', 'Europe/Amsterdam', 'Pacific/Apia', 'America/St_Johns', 'Antarctica/Troll'],
  'scheme://host:port': ['https://shop.example', 'http://localhost:3000'],
  'locale tag': ['en', 'pt-BR', 'zh-Hant-TW'],
}

/** Texts for other members. */
export const plainTexts: readonly string[] = [
  'Coffee',
  'Ann de Vries',
  'Zoë 🧾',
  '=1+1',
  '<b>&"\'',
  'a',
  'Cart:42',
  'x'.repeat(120),
  ' ',
]
